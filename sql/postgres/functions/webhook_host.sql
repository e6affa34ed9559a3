-- The host of an address: a name, or an IP address (of version 6 in brackets).
create or replace function webhook_host(url text) returns text
language sql immutable strict parallel safe
return coalesce(substring(url from '^https?://([^][/?#:]+|\[[^]]*\])'), url);
