-- The entry of a refund that was paid. One that turns out not to have been paid is taken back when
-- that is known, because the month in which it was booked may be closed.
create or replace function book_refund() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp
as $$
begin
  insert into public.ledger (
    kind, at, operator_id, livemode, lot_id, session_id, refund_id, currency,
    refunds_minor, platform_fee_minor, operator_minor)
  select
    case when old.status = 'succeeded' then 'correction' else 'refund' end,
    case when new.status = 'succeeded' then settled_at else now() end, operator_id, livemode,
    (select lot_id from public.sessions where sessions.session_id = refund.session_id),
    session_id, refund_id, currency,
    times * amount_minor, times * -fee_minor, times * (fee_minor - amount_minor)
  from (
    select old.*, -1 as times where old.status = 'succeeded'
    union all
    select new.*, 1 where new.status = 'succeeded'
  ) as refund;
  return null;
end $$;
