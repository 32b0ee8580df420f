"""How the parts are put together: settings, addresses, processes."""

import gc

# A start makes two hundred thousand objects that stay: looking through them for garbage after every 700, as
# Python does, takes a tenth of it.
gc.set_threshold(20_000)
