-- Writes plates sealed that are shown as they were written, where they are still the given plain
-- ones.
update shown_plates
set shown_plate = sealed
from unnest(:entity_ids::text[], :shown_plates::text[], :plain_shown_plates::text[])
  as given (given_id, sealed, plain)
where entity_id = given_id and shown_plate = plain;
