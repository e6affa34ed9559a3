-- One page of an operator's keys in one mode, newest first, including revoked ones.
-- :fleet_id is the fleet of the caller, which sees no keys of others; null: all keys are seen.
-- :after_us is when the last one of the page before was created, in microseconds since 1970, and
-- null for the first page; :after_id is its id.
select keys.*, (extract(epoch from keys.created_at) * 1000000)::bigint as created_us
from api_keys
join key_details keys on keys.id = api_keys.key_id
where api_keys.operator_id = :operator_id
  and api_keys.livemode = :livemode
  and api_keys.kind = 'key'
  and (:fleet_id::text is null or api_keys.fleet_id = :fleet_id)
  and (:after_us::bigint is null
    or (api_keys.created_at, api_keys.key_id)
      < (timestamptz 'epoch' + :after_us * interval '1 microsecond', :after_id))
order by api_keys.created_at desc, api_keys.key_id desc
limit :row_limit;
