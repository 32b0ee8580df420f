"""Solo games: anybody plays against the computer, with dice that can be checked (docs/solo.md)."""
