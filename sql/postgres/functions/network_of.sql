-- The network by which a searcher without a key is counted, of any form of its address: an IPv6
-- caller may have a whole /48, and an address made from an IPv4 address (mapped, NAT64, 6to4) is
-- that caller. Null for what is no address. Hashes of the last 24 hours stay as they are: until
-- they are gone, an IPv6 caller may count as two.
create or replace function network_of(ip text) returns text
language sql stable parallel safe
return (
  select case
    when address <<= inet '127.0.0.0/8' or address = inet '::1' then 'loopback'
    when family(address) = 4 then network(address)::text
    when address <<= inet '::ffff:127.0.0.0/104' then 'loopback'
    when address <<= inet '::ffff:0:0/96' or address <<= inet '64:ff9b::/96'
      then concat_ws('.', get_byte(b, 16), get_byte(b, 17), get_byte(b, 18), get_byte(b, 19))
        || '/32'
    when address <<= inet '2002::/16'
      then concat_ws('.', get_byte(b, 6), get_byte(b, 7), get_byte(b, 8), get_byte(b, 9)) || '/32'
    else network(set_masklen(address, 48))::text
  end
  from (select split_part(ip, '%', 1) as bare) as given
  -- PostgreSQL also reads networks, and octets with leading zeros.
  cross join lateral (
    select case
      when bare ~ '^[0-9A-Fa-f:.]+$' and bare !~ '(^|[.:])0[0-9]+\.|\.0[0-9]+(\.|$)'
        and pg_input_is_valid(bare, 'inet')
      then bare::inet
    end as address
  ) as read
  -- Four bytes come before those of the address.
  cross join lateral (select inet_send(address) as b) as sent
);
