"""How presses of any board stand to each other in time: gaps, the host axis, the sequencer. Pure."""
