-- Removes the raw rows of the batches up to $through.
delete from "$table" where batch <= $through;
