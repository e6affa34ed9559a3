-- Merges the log of what was committed into the file.
checkpoint;
