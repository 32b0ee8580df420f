"""The management page of a match: what its players and officials do there. Forms call the services.

Whatever changes a decided match is shown with all its effects before it can be done.
"""
