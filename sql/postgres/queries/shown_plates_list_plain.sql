-- Plates as they were written that are still stored plain, in the order of their stays and holds
-- after :after_id.
select entity_id, shown_plate
from shown_plates
where entity_id > :after_id::text and not is_sealed(shown_plate)
order by entity_id
limit :row_limit::integer;
