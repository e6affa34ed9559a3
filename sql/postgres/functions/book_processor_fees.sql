-- The entries of what the processor keeps of payments of stays here: once for each line of its
-- books. It comes out of the platform's fee; operators get what they would get without it.
create or replace function book_processor_fees() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp
as $$
begin
  insert into public.ledger (
    kind, at, operator_id, livemode, lot_id, session_id, currency, movement_id,
    processor_fee_minor, platform_fee_minor)
  select
    'processor_fee', added.at, stay.operator_id, added.livemode, stay.lot_id, stay.session_id,
    added.processor_fee_currency, added.movement_id,
    added.processor_fee_minor, -added.processor_fee_minor
  from added
  cross join lateral (
    select operator_id, lot_id, session_id from public.sessions
    where sessions.payment_intent_id = added.payment_intent_id
      and sessions.livemode = added.livemode and sessions.source <> 'import'
    limit 1
  ) as stay
  where added.processor_fee_minor <> 0
  on conflict (movement_id) where kind = 'processor_fee' do nothing;
  return null;
end $$;
