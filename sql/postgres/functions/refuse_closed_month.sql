-- No row enters a closed month. The lock is kept until the end of the transaction: whoever closes
-- the month gets it only when no row of the month is still uncommitted, and rows that come later
-- wait for it and then see that the month is closed.
create or replace function refuse_closed_month() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock_shared('usage'::regclass::integer, number)
  from (select distinct usage_month_number(at) as number from added) as month;
  if exists (
    select from added
    join closed_usage_months as closed
      on closed.operator_id = added.operator_id
      and closed.from_at = date_trunc('month', added.at, 'UTC')
  ) then
    -- A charge that is tried again gets a later time.
    raise exception 'the month of this charge is closed: try again'
      using errcode = 'serialization_failure', constraint = 'usage_month_is_open';
  end if;
  return null;
end $$;
