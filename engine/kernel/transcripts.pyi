from ..verdict import RecordVerdict

SOURCE: int

def verify(content: bytes, file: str | None = None) -> RecordVerdict | None: ...
