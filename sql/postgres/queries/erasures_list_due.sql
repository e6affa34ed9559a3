-- Erasures that are due, the live ones first, then those that never failed. One that failed before
-- is listed again once its next try is due: it is never given up.
select erasure_id, erasures.operator_id, erasures.livemode, false as is_last_try
from erasures
left join setbacks on job = :job and entity_id = erasure_id
where status = 'pending' and due_at <= now() and (job is null or retry_at <= now())
order by erasures.livemode desc, retry_at nulls first, due_at, erasure_id
limit :row_limit;
