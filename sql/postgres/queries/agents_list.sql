-- One page of an operator's agents in one mode, newest first.
-- :fleet_id is the fleet of the caller, which sees no agents of others; null: all are seen.
-- :after_us is when the last one of the page before was registered, in microseconds since 1970, and
-- null for the first page; :after_id is its id.
select
  agent_id, name, platform, key_id, created_at,
  (extract(epoch from created_at) * 1000000)::bigint as created_us
from agent_details
where operator_id = :operator_id
  and livemode = :livemode
  and (:fleet_id::text is null or fleet_id = :fleet_id)
  and (:after_us::bigint is null
    or (created_at, agent_id)
      < (timestamptz 'epoch' + :after_us * interval '1 microsecond', :after_id))
order by created_at desc, agent_id desc
limit :row_limit;
