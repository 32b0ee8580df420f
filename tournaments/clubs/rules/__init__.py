"""Pure rules of clubs: no database, no clock."""
