"""Pictures as tests send them."""

from io import BytesIO
from typing import Any

from PIL import Image


def drawn(width: int = 40, height: int = 20, *, mode: str = "RGB", left: Any = None) -> Image.Image:
    """A picture whose left half is of another colour than the right one."""
    dark, light = {"RGB": ((200, 0, 0), (0, 0, 200)), "RGBA": ((200, 0, 0, 255), (0, 0, 0, 0))}.get(
        mode, (0, 1)
    )
    image = Image.new(mode, (width, height), light)
    image.paste(left or dark, (0, 0, width // 2, height))
    return image


def sent(image: Image.Image | None = None, format: str = "PNG", **how: Any) -> bytes:
    """The bytes of a picture in a file format."""
    buffer = BytesIO()
    (image or drawn()).save(buffer, format, **how)
    return buffer.getvalue()


def opened(content: bytes) -> Image.Image:
    return Image.open(BytesIO(content))
