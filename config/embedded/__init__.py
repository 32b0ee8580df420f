"""PostgreSQL and Redis without installing them: the servers from the wheels, as children of `./run serve`.

`layout` says where things lie, `servers` finds and prepares the two servers, `service` supervises the whole stack.
Used where DATABASE_URL or REDIS_URL is not set; nothing here is imported by production processes except `layout`.
"""
