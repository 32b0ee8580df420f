"""The desk of a match: what its players and officials do about it on the pages. Forms call the services.

Whatever changes a decided match is shown with all its consequences before it can be done.
"""
