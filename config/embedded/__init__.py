"""PostgreSQL and Redis without installing them: the servers from the wheels, as children of `./run serve`.

`layout` says where things lie, `servers` finds and prepares the two servers, `supervisor` keeps processes
running, `serve` puts the whole service together, `running` lets another program start and use it, and
`throwaway` is the pair of servers a test run gets. Production processes import `layout` only.
"""
