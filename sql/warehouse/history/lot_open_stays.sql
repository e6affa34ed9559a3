-- The stays on lots that have begun and not ended. $lot_ids is a JSON array. Instants are whole
-- seconds from 1970-01-01, 0:00 UTC.
select lot_id::varchar as lot_id, (epoch_us(started_at) // 1_000_000)::double as started_second
from open_stays
where balance > 0 and lot_id in (select unnest(from_json($lot_ids, '["UUID"]')));
