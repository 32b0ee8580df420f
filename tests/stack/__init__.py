"""The whole service as it runs for people: started, used, killed. Wants the machine to itself."""
