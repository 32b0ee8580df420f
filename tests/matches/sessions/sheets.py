"""Transcripts of sessions for tests: Ann wins 1 point, Bob 4, and a third game breaks off."""

SESSION = b"""; [EventDate "2026.10.30"]
; [Variation "Backgammon"]
; [Jacoby "On"]
; [Beaver "Off"]

 0 point match

 Game 1
 Ann : 0                             Bob : 0
  1) 31: 8/5 6/5                     42: 8/4 6/4
  2)  Doubles => 2                    Drops
      Wins 1 point

 Game 2
 Ann : 1                             Bob : 0
  1)                                 61: 13/7 8/7
  2) 62: 13/5                          Doubles => 2
  3)  Takes                          55: 13/3 13/3
  4)  Doubles => 4                    Takes
  5) 21: 13/11 24/23                 43: 24/20 13/10
  6)  Resigns 4 points
                                     Wins 4 points

 Game 3
 Ann : 1                             Bob : 4
  1) 21: 13/11 24/23                 43: 24/20 13/10
  2)  Doubles => 2                    Takes
  3) 31: 8/5* 6/5
"""

ILLEGAL = SESSION.replace(b"42: 8/4 6/4", b"42: 8/3 6/5")

# A server's session, written as a match to an even number of points.
LIMITED = b"""; [Site "BackgammonGalaxy"]
; [EventDate "2024.06.17"]

 16 point match

 Game 1
 Ann : 0                             Bob : 0
  1) 31: 8/5 6/5                     42: 8/4 6/4
  2)  Doubles => 2                    Drops
      Wins 1 point
"""

MATCH = LIMITED.replace(b"BackgammonGalaxy", b"elsewhere")

# What not every format can say.
PLAKOTO = b"""; [Variation "Plakoto"]

 0 point match

 Game 1
 Ann : 0                             Bob : 0
  1) 31: 24/21 24/23                 42: 24/20 24/22
  2) 31: 24/21 24/23                 Resigns 1 point
      Wins 1 point
"""
