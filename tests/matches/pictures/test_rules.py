"""Whatever picture is sent, what is kept is pixels, and not more of them than are of use."""

import random
import struct
import zlib

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image

from matches.pictures.errors import PictureTooLarge, TooManyPixels, UnreadablePicture
from matches.pictures.rules import BYTES_MAX, PIXELS_MAX, encode_picture
from tests.each import each
from tests.effort import examples

from .drawing import drawn, opened, sent

SECRET = b"Dora, 35.6586 N 139.7454 E <script>alert(1)</script>"

# The parts that a WebP file of ours is made of: pixels, with or without transparency.
PARTS = {b"VP8 ", b"VP8X", b"ALPH"}


def parts(content):
    """The chunks of a WebP file, which must be all of it."""
    assert (content[:4], content[8:12]) == (b"RIFF", b"WEBP")
    assert struct.unpack("<I", content[4:8])[0] == len(content) - 8, "nothing behind it"
    found, at = set(), 12
    while at < len(content):
        (size,) = struct.unpack("<I", content[at + 4 : at + 8])
        found.add(content[at : at + 4])
        at += 8 + size + size % 2
    assert at == len(content)
    return found


def assert_close(pixel, colour, much=12):
    assert all(abs(one - two) <= much for one, two in zip(pixel, colour, strict=True)), (pixel, colour)


def exif(**how):
    found = Image.Exif()
    found[0x010E] = SECRET.decode()  # its description
    found[0x0112] = how.get("orientation", 1)
    found.get_ifd(0x8825)[29] = "2026:03:07"  # of where it was taken
    return found.tobytes()


@each(
    "content",
    [
        sent(format="PNG"),
        sent(format="JPEG"),
        sent(format="WEBP"),
        sent(drawn(mode="RGB").quantize(8), format="GIF"),
        sent(drawn(mode="RGB").quantize(8), format="PNG"),
        sent(drawn().convert("CMYK"), format="JPEG"),
        sent(format="MPO", save_all=True, append_images=[drawn()]),
    ],
)
def test_every_kind_that_is_taken(content):
    picture = encode_picture(content)
    assert (picture.width, picture.height) == (40, 20)
    for kept in (picture.large, picture.small):
        image = opened(kept)
        assert (image.format, image.size, image.mode) == ("WEBP", (40, 20), "RGB")
        assert_close(image.getpixel((5, 10)), (200, 0, 0), 60)
        assert_close(image.getpixel((35, 10)), (0, 0, 200), 60)


@each("mode", ["1", "L", "LA", "P", "I;16", "RGBA", "RGB"])
def test_every_way_in_which_pixels_are_written(mode):
    image = Image.new(mode, (30, 30), 1 if mode not in ("RGB", "RGBA", "LA") else None)
    picture = encode_picture(sent(image))
    assert (picture.width, picture.height) == (30, 30)


def test_sixteen_bits_become_eight():
    kept = opened(encode_picture(sent(Image.new("I;16", (30, 30), 32_768))).large)
    assert_close(kept.getpixel((9, 9)), (128, 128, 128))


def test_what_is_transparent_stays_so():
    kept = opened(encode_picture(sent(drawn(mode="RGBA"))).large)
    assert kept.mode == "RGBA"
    assert kept.getpixel((35, 10))[3] == 0
    assert kept.getpixel((5, 10))[3] == 255


def test_nothing_hides_behind_transparency():
    hidden = drawn(mode="RGBA")
    hidden.putpixel((30, 5), (12, 34, 56, 0))
    one, two = (encode_picture(sent(image)) for image in (drawn(mode="RGBA"), hidden))
    assert one.sha256 == two.sha256


@each(
    "width, height, large, small",
    [
        (40, 20, (40, 20), (40, 20)),
        (1600, 900, (1600, 900), (480, 270)),
        (3200, 900, (1600, 450), (480, 135)),
        (900, 3200, (450, 1600), (135, 480)),
        (481, 480, (481, 480), (480, 479)),
        (9000, 1, (1600, 1), (480, 1)),
        (1, 1, (1, 1), (1, 1)),
    ],
)
def test_how_large_it_is_kept(width, height, large, small):
    picture = encode_picture(sent(drawn(width, height, left=(1, 2, 3))))
    assert (picture.width, picture.height) == opened(picture.large).size == large
    assert opened(picture.small).size == small


@each("orientation, left", [(1, (5, 10)), (3, (35, 10)), (6, (10, 5)), (8, (10, 35))])
def test_it_is_turned_upright(orientation, left):
    picture = encode_picture(sent(format="JPEG", exif=exif(orientation=orientation)))
    assert (picture.width, picture.height) == ((40, 20) if orientation in (1, 3) else (20, 40))
    assert_close(opened(picture.large).getpixel(left), (200, 0, 0), 60)


@each(
    "content",
    [
        sent(format="JPEG", exif=exif(), comment=SECRET),
        sent(format="JPEG", xmp=SECRET),
        sent(format="WEBP", exif=exif(), xmp=SECRET, icc_profile=SECRET),
        sent(format="PNG", exif=exif(), icc_profile=SECRET),
        sent(drawn().quantize(8), format="GIF", comment=SECRET),
        sent(format="PNG") + SECRET,
        sent(format="JPEG") + b"<?php " + SECRET,
        sent(format="WEBP") + SECRET,
        sent(drawn().quantize(8), format="GIF") + b"PK\x03\x04" + SECRET,
    ],
)
def test_nothing_but_pixels_is_kept(content):
    picture = encode_picture(content)
    for kept in (picture.large, picture.small):
        assert parts(kept) <= PARTS
        assert not set(opened(kept).info) & {"exif", "icc_profile", "xmp", "comment"}
        for word in (b"Dora", b"script", b"php", b"PK\x03\x04"):
            assert word not in kept


def test_of_an_animation_the_first_frame():
    frames = [drawn(left=colour).quantize(8) for colour in ((0, 200, 0), (200, 200, 0))]
    for format in ("GIF", "WEBP", "PNG"):
        images = frames if format == "GIF" else [frame.convert("RGB") for frame in frames]
        content = sent(images[0], format, save_all=True, append_images=images[1:])
        kept = opened(encode_picture(content).large)
        assert getattr(kept, "n_frames", 1) == 1
        assert_close(kept.getpixel((5, 10)), (0, 200, 0), 60)


def test_the_same_picture_has_one_name():
    one, two = encode_picture(sent()), encode_picture(sent(format="PNG", compress_level=1) + b"tail")
    assert one == two
    assert one.sha256 != encode_picture(sent(drawn(41, 20))).sha256
    assert len(one.sha256) == 64


# -- What is refused


def png_header(width, height):
    """A PNG file that says how large it is, and has next to nothing in it."""

    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    ihdr = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    chunks = (b"IHDR", ihdr), (b"IDAT", zlib.compress(b"\0" * 99)), (b"IEND", b"")
    return b"\x89PNG\r\n\x1a\n" + b"".join(chunk(*each) for each in chunks)


@each("size", [(5001, 5000), (100_000, 100_000), (2_000_000_000, 2), (2**31 - 1, 2**31 - 1)])
def test_bombs_are_refused_before_a_pixel_is_decoded(size):
    with pytest.raises((TooManyPixels, UnreadablePicture)):
        encode_picture(png_header(*size))


def test_the_numbers_are_said():
    with pytest.raises(TooManyPixels, match="5001 times 5000 pixels"):
        encode_picture(png_header(5001, 5000))
    assert PIXELS_MAX == 5000 * 5000


def test_a_picture_of_the_most_pixels_is_taken():
    picture = encode_picture(sent(Image.new("L", (5000, 5000)), format="PNG"))
    assert (picture.width, picture.height) == (1600, 1600)


def test_too_many_bytes_are_not_looked_at():
    with pytest.raises(PictureTooLarge, match=str(BYTES_MAX + 1)):
        encode_picture(sent() + b"\0" * (BYTES_MAX + 1 - len(sent())))
    assert encode_picture(sent() + b"\0" * (BYTES_MAX - len(sent()))).width == 40


@each(
    "content",
    [
        b"",
        b"nothing at all",
        b"<svg xmlns='http://www.w3.org/2000/svg' onload='alert(1)'/>",
        b"%PDF-1.7",
        sent(format="BMP"),
        sent(format="TIFF"),
        sent(format="ICO"),
        sent(format="PPM"),
        sent()[:60],
        sent()[: len(sent()) // 2],
        sent(format="JPEG")[:200],
        sent(format="WEBP")[:30],
        png_header(40, 20),
        b"GIF89a" + b"\xff" * 40,
        b"\xff\xd8\xff" + b"\0" * 100,
    ],
)
def test_what_is_no_picture_is_refused(content):
    with pytest.raises(UnreadablePicture):
        encode_picture(content)


WHOLE = [sent(), sent(format="JPEG"), sent(format="WEBP"), sent(drawn().quantize(8), format="GIF")]


@settings(max_examples=examples(150), deadline=None)
@given(content=st.sampled_from(WHOLE), seed=st.integers(0, 2**32), many=st.integers(1, 12))
def test_damaged_files_are_taken_or_refused(content, seed, many):
    rng, spoilt = random.Random(seed), bytearray(content)
    for _ in range(many):
        spoilt[rng.randrange(len(spoilt))] = rng.randrange(256)
    try:
        picture = encode_picture(bytes(spoilt))
    except (UnreadablePicture, TooManyPixels):
        return
    assert parts(picture.large) <= PARTS
