-- What would end if an operator left; nothing when there is none.
select
  operators.name,
  (select count(*) from api_keys
    where api_keys.operator_id = operators.operator_id and revoked_at is null)::integer
    as key_count,
  (select count(*) from webhooks
    where webhooks.operator_id = operators.operator_id and deleted_at is null)::integer
    as webhook_count,
  (select count(*) from lots
    where lots.operator_id = operators.operator_id and deleted_at is null
      and (is_listed or is_waiting))::integer as lot_count,
  (select count(*) from holds
    where status = 'held' and expires_at > now() and starts_at > now()
      and operators.operator_id in (holds.operator_id, creator_operator_id))::integer
    as hold_count
from operators
where operator_id = :operator_id;
