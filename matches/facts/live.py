"""The channel on which every transaction notifies those who follow what it changed.

The web process reads its name before there are any models.
"""

CHANNEL = "golden_live"
