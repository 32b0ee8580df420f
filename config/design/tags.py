"""What only the page of the design system writes."""

from django import template

register = template.Library()


@register.filter
def pixels(rem: str) -> str:
    """A size in pixels, as browsers have it where nobody changed them: "0.875" is "14"."""
    return f"{float(rem) * 16:g}"
