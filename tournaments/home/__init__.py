"""The first page of the service: what waits for somebody, and what is on."""
