"""Why a picture is not taken."""

from matches.base.errors import Refusal


class PictureTooLarge(Refusal):
    code = "picture_too_large"
    title = "The picture is too large"


class TooManyPixels(Refusal):
    code = "too_many_pixels"
    title = "The picture has too many pixels"


class UnreadablePicture(Refusal):
    code = "unreadable_picture"
    title = "That is no picture that can be read"


class PictureGone(Refusal):
    code = "picture_gone"
    title = "The picture is kept no more"


class NoPicture(Refusal):
    code = "no_picture"
    title = "There is no picture to describe"
