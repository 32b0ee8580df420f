"""Pictures as browsers fetch them: once, for what has this address never changes."""

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from .selectors import picture_content


@require_safe
def picture_page(request: HttpRequest, sha256: str, *, small: bool = False) -> HttpResponse:
    """A picture that something shows, large or small."""
    content = picture_content(sha256, small=small)
    if content is None:
        raise Http404
    headers = {"Cache-Control": "public, max-age=31536000, immutable"}
    return HttpResponse(content, content_type="image/webp", headers=headers)
