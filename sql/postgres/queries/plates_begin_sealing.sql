-- Lets plates be written sealed from the end of the transaction on.
select begin_sealing();
