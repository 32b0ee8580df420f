"""Backups: one file with everything without which a service is not whole, and the way back from it.

`archive` is the file, `taking` writes it, `restoring` puts it back; `secrets` are those beside the database,
`tools` PostgreSQL's own programs, `server` sees that the database runs and that nobody else uses it.
"""
