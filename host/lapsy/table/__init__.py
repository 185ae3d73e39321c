"""One running table: seats, input mapping, judge, journal, replay, bots. No loop, no clock."""
