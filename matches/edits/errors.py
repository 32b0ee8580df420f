"""Why a change cannot be made, or taken back."""

from matches.base.errors import Refusal


class AlreadyUndone(Refusal):
    code = "already_undone"
    title = "That change has been taken back"


class ChangedSince(Refusal):
    code = "changed_since"
    title = "It was changed again since"
