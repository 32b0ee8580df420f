"""Pictures: encoded anew, kept once each, and served for ever under what they are."""
