-- Stores how far a reader has got, in the transaction that writes what it found.
-- Keeps its plan.
update reading_positions
set tx = :tx::xid8, id = :id::bigint
where reader = :reader;
