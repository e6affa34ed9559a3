-- Makes charges to one key wait for each other until the transaction ends.
-- $1 key_id
select key_id from api_keys where key_id = $1 for no key update;
