"""What is announced, in requests and answers; what those that change, call off and undo have in common."""

from collections.abc import Callable
from typing import Any, ClassVar, TypeVar

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema, extend_schema_field
from rest_framework import generics, serializers
from rest_framework.parsers import BaseParser, MultiPartParser
from rest_framework.request import Request
from rest_framework.response import Response

from matches.accounts.api.authentication import require_caller
from matches.accounts.models import User
from matches.base.api.parsing import form_values, read_request_body, read_shape, refuse_request_body

from .models import ALT_MAX, Presented

F = TypeVar("F", bound=Callable[..., Any])


class PresentedInput(serializers.Serializer[Any]):
    """What a club, an event or a rating pool says of itself."""

    text = serializers.CharField(
        default="", allow_blank=True, max_length=10_000, help_text="What it is: Markdown."
    )
    contact = serializers.CharField(
        default="", allow_blank=True, max_length=200, help_text="Whom to ask, as everybody may see it."
    )


class PresentedPatch(serializers.Serializer[Any]):
    """What only a change of it says."""

    picture_alt = serializers.CharField(
        allow_blank=True, max_length=ALT_MAX, help_text="What its picture shows, for who does not see it."
    )
    reason = serializers.CharField(
        allow_blank=True, max_length=500, help_text="Why it is changed; kept with the change."
    )


class PictureOutput(serializers.Serializer[Presented]):
    url = serializers.CharField(
        source="picture.address", help_text="What has this address never changes: WebP, at most 1600 pixels."
    )
    small_url = serializers.CharField(
        source="picture.small_address", help_text="The same, at most 480 pixels."
    )
    width = serializers.IntegerField(source="picture.width")
    height = serializers.IntegerField(source="picture.height")
    alt = serializers.CharField(source="picture_alt", help_text="What it shows, for who does not see it.")


class PresentedOutput(serializers.Serializer[Any]):
    text = serializers.CharField(help_text="Markdown, as it was written.")
    contact = serializers.CharField()
    picture = serializers.SerializerMethodField()

    @extend_schema_field(PictureOutput(allow_null=True))
    def get_picture(self, row: Presented) -> Any:
        return None if row.picture_id is None else PictureOutput(row).data


class WhyInput(serializers.Serializer[Any]):
    reason = serializers.CharField(default="", allow_blank=True, max_length=500)


def read_why(request: Request) -> str:
    """The reason that was sent with a request that takes nothing else."""
    reason: str = read_request_body(WhyInput, request)["reason"]
    return reason


class PictureField(serializers.Field[bytes, Any, str, Any]):
    """A file of a form, or a body that is nothing else; bytes inside."""

    def to_internal_value(self, data: Any) -> bytes:
        if isinstance(data, bytes):
            return data
        if not hasattr(data, "read"):
            raise serializers.ValidationError("Send the picture as a file.")
        return bytes(data.read())


extend_schema_field(OpenApiTypes.BINARY)(PictureField)


class PictureFileInput(serializers.Serializer[Any]):
    """A picture that needs no words: a name stands beside it."""

    picture = PictureField(help_text="A JPEG, a PNG, a WebP, a GIF.")


class PictureInput(PictureFileInput):
    alt = serializers.CharField(
        default="",
        allow_blank=True,
        max_length=ALT_MAX,
        help_text="What it shows, for who does not see it.",
    )


class PictureParser(BaseParser):
    """A body that is a picture and nothing else."""

    media_type = "image/*"

    def parse(self, stream: Any, media_type: str | None = None, parser_context: Any = None) -> Any:
        return {"picture": stream.read()}


def picture_schema(
    sent: type[PictureFileInput], shown: type[serializers.Serializer[Any]]
) -> Callable[[F], F]:
    """The document of an operation that sets a picture."""
    kinds = ("image/jpeg", "image/png", "image/webp", "image/gif")
    taken = {**dict.fromkeys(kinds, OpenApiTypes.BINARY), "multipart/form-data": sent}
    made: Callable[[F], F] = extend_schema(request=taken, responses=shown)
    return made


class PictureView(generics.GenericAPIView[Any]):
    """Base: a picture of what is announced. A view names the rows, and the service that changes one.

    column: that of the rows which names the picture. input_class: what is sent, of which each field but the
    picture is a column named after that one.
    """

    column: ClassVar[str] = "picture"
    input_class: ClassVar[type[PictureFileInput]] = PictureInput
    serializer_class: Any = PictureOutput
    filter_backends = ()

    def get_parsers(self) -> list[BaseParser]:
        """A picture is set by its bytes; what takes none away has a body like any other operation."""
        is_set = self.request is not None and self.request.method == "PUT"
        return [MultiPartParser(), PictureParser()] if is_set else super().get_parsers()

    def change(self, actor: User, number: int, **changes: Any) -> None:
        """Change a row, by its number."""
        raise NotImplementedError

    @picture_schema(PictureInput, PictureOutput)
    def put(self, request: Request, pk: int) -> Response:
        """Set the picture, or another one in its place; the one before can be put back by undoing that."""
        sent = read_shape(self.input_class, form_values(request.data)).validated_data
        number = self.get_object().pk
        words = {f"{self.column}_{name}": value for name, value in sent.items() if name != "picture"}
        self.change(require_caller(request), number, **{self.column: sent["picture"]}, **words)
        return Response(self.get_serializer(self.get_object()).data)

    @extend_schema(responses={204: None})
    def delete(self, request: Request, pk: int) -> Response:
        """Remove the picture; undoing that puts it back, for thirty days."""
        refuse_request_body(request)
        self.change(require_caller(request), self.get_object().pk, **{self.column: None})
        return Response(status=204)
