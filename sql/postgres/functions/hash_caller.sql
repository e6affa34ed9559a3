-- Of a key, a network or an agent; 128 bits.
create or replace function hash_caller(secret bytea, who text) returns uuid
language sql immutable parallel safe
return encode(substr(sha256(secret || convert_to(who, 'UTF8')), 1, 16), 'hex')::uuid;
