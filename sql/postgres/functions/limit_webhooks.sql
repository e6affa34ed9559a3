-- The last word on how many webhooks an operator may have in one mode. Additions by one operator
-- are counted one after another, each with everything that was committed before. The number is also
-- in src/outbound/webhooks/webhook.ts.
create or replace function limit_webhooks() returns trigger language plpgsql as $$
declare
  webhooks_max constant integer := 20;
begin
  perform pg_advisory_xact_lock(hashtextextended('webhooks of ' || new.operator_id, 0));
  if (
    select count(*) from webhooks
    where operator_id = new.operator_id and livemode = new.livemode and deleted_at is null
  ) > webhooks_max then
    raise exception 'an operator has as many webhooks as it may'
      using errcode = 'check_violation', constraint = 'webhooks_limit';
  end if;
  return null;
end $$;
