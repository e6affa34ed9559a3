-- Writes the plates of waiting erasures sealed, where they are still the given plain ones.
update erasures
set subject = sealed
from unnest(:erasure_ids::text[], :plates::text[], :plain_plates::text[])
  as given (given_id, sealed, plain)
where erasure_id = given_id and status = 'pending' and subject = plain;
