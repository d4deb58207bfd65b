"""pyreasoner: every legal outcome of a card game situation, and the clause behind it."""
