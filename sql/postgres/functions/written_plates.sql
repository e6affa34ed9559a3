-- Plates by number, from 1: the forms in which each may be stored, the one in which it is written
-- now, and the plate as its caller wrote it, null where that is as it is compared.
create or replace function written_plates(
  sealed text[], plain text[], shown_sealed text[], shown_plain text[])
returns table (number bigint, forms text[], plate text, shown_plate text)
language sql stable as $$
  select given.number, array[given.sealed, given.plain],
    case when stage = 'plain' then given.plain else given.sealed end,
    case when stage = 'plain' then given.shown_plain else given.shown_sealed end
  from unnest(sealed, plain, shown_sealed, shown_plain) with ordinality
    as given (sealed, plain, shown_sealed, shown_plain, number)
  join plate_keys on true
$$;
