-- Keeps the key of plates as another key wraps it, where it is still wrapped as it :was.
update plate_keys set wrapped = :wrapped::bytea where wrapped = :was::bytea
returning true as is_done;
