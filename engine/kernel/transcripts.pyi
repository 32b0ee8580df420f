from ..verdict import Verdict

SOURCE: int

def verify(content: bytes, file: str | None = None) -> Verdict | None: ...
