"""Pictures, encoded anew: of what somebody sends, pixels are kept and nothing else.

So neither a place or a name that a camera wrote into it, nor a script that is a picture too, comes through.
What would take too much memory is refused before a pixel is decoded.
"""

from dataclasses import dataclass
from hashlib import sha256
from io import BytesIO

from PIL import Image, ImageOps

from .errors import PictureTooLarge, TooManyPixels, UnreadablePicture

FORMATS = ("JPEG", "PNG", "WEBP", "GIF")

BYTES_MAX = 4_500_000

PIXELS_MAX = 25_000_000
"""A photograph of 24 megapixels passes; a hundred megabytes while it is decoded."""

LARGE, SMALL = 1600, 480
"""The long side of what is kept, at most."""

QUALITY = 82

# Ours is checked first, and says the numbers; that of Pillow warns, and refuses from twice as many on.
Image.MAX_IMAGE_PIXELS = None


@dataclass(frozen=True, slots=True)
class EncodedPicture:
    """A picture in two sizes, as WebP; width and height are those of the large one."""

    width: int
    height: int
    large: bytes
    small: bytes

    @property
    def sha256(self) -> str:
        """What it is called: equal pictures have one name."""
        return picture_digest(self.large)


def picture_digest(large: bytes) -> str:
    return sha256(large).hexdigest()


def encode_picture(data: bytes) -> EncodedPicture:
    """The picture that was sent, of an animation the first frame, upright and no larger than it need be.

    Raises PictureTooLarge, TooManyPixels, UnreadablePicture.
    """
    if len(data) > BYTES_MAX:
        raise PictureTooLarge(
            "The picture has %(bytes)s bytes, and at most %(most)s are taken. Make it smaller first.",
            {"bytes": len(data), "most": BYTES_MAX},
            maximum=BYTES_MAX,
        )
    try:
        opened = Image.open(BytesIO(data), formats=FORMATS)
    except Exception as fault:
        raise unreadable_picture() from fault
    width, height = opened.size
    if width * height > PIXELS_MAX:
        raise TooManyPixels(
            "The picture has %(width)s times %(height)s pixels, more than are looked at. Make it smaller "
            "first, such as %(side)s pixels on the longer side.",
            {"width": width, "height": height, "side": LARGE},
            maximum=PIXELS_MAX,
        )
    try:
        large = upright_pixels(opened)
    # Whatever a decoder trips over in bytes that nobody has vouched for.
    except Exception as fault:
        raise unreadable_picture() from fault
    large.thumbnail((LARGE, LARGE))
    small = large.copy()
    small.thumbnail((SMALL, SMALL))
    return EncodedPicture(*large.size, encode_webp(large), encode_webp(small))


def upright_pixels(opened: Image.Image) -> Image.Image:
    """The pixels of a picture as they are to be seen, and nothing that was written beside them."""
    # A JPEG is decoded at a fraction of its size, if that is enough.
    opened.draft("RGB", (LARGE, LARGE))
    # No copies: of the largest there is room for one or two.
    ImageOps.exif_transpose(opened, in_place=True)
    if opened.mode.startswith("I"):
        # Sixteen bits of grey would be cut off at eight.
        opened = opened.convert("I").point(lambda value: value / 256).convert("L")
    mode = "RGBA" if opened.has_transparency_data else "RGB"
    return opened if opened.mode == mode else opened.convert(mode)


def encode_webp(pixels: Image.Image) -> bytes:
    buffer = BytesIO()
    pixels.save(buffer, "WEBP", quality=QUALITY)
    return buffer.getvalue()


def unreadable_picture() -> UnreadablePicture:
    return UnreadablePicture("That cannot be read as a picture. Send a JPEG, a PNG, a WebP or a GIF.")
