-- One page of an operator's connected apps in one mode, newest first, with those that have ended.
-- :member_id is who connected them; null: anybody.
-- :after_us is when the last one of the page before was connected, in microseconds since 1970, and
-- null for the first page; :after_id is its id.
select apps.*, (extract(epoch from apps.connected_at) * 1000000)::bigint as created_us
from api_keys
join connected_app_details apps on apps.app_id = api_keys.key_id
where api_keys.operator_id = :operator_id
  and api_keys.livemode = :livemode
  and api_keys.kind = 'app'
  and (:member_id::text is null or apps.member_id = :member_id)
  and (:after_us::bigint is null
    or (api_keys.created_at, api_keys.key_id)
      < (timestamptz 'epoch' + :after_us * interval '1 microsecond', :after_id))
order by api_keys.created_at desc, api_keys.key_id desc
limit :row_limit;
