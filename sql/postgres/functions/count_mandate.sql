-- Counts what a stay may cost: its estimate while it runs, and its amount once it has ended. Every
-- statement that writes a stay counts in this way, after it has locked the lot and the stay. The
-- day is locked before the month. No role may write the counts in any other way.
create or replace function count_mandate() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp
as $$
declare
  rules public.mandates;
  counted record;
  cost_minor bigint := coalesce(new.subtotal_minor, new.estimated_minor);
  added_minor bigint := cost_minor;
begin
  if tg_op = 'UPDATE' and old.mandate_id is not null then
    added_minor := cost_minor - coalesce(old.subtotal_minor, old.estimated_minor);
  end if;
  select * into strict rules from public.mandates where mandate_id = new.mandate_id;
  if new.currency <> rules.currency then
    raise exception 'the mandate has another currency'
      using errcode = 'check_violation', constraint = 'mandate_currency';
  elsif cost_minor > rules.max_per_stay_minor then
    raise exception 'the stay costs more than the mandate allows for one'
      using errcode = 'check_violation', constraint = 'mandate_max_per_stay';
  end if;
  for counted in
    select * from public.mandate_limits(rules, new.started_at) order by period
  loop
    if added_minor > 0 then
      insert into public.mandate_periods as kept
      values (rules.mandate_id, counted.period, counted.starts_on, added_minor,
        counted.limit_minor)
      on conflict (mandate_id, period, starts_on) do update
      set authorised_minor = kept.authorised_minor + excluded.authorised_minor;
    else
      update public.mandate_periods
      set authorised_minor = authorised_minor + added_minor
      where mandate_id = rules.mandate_id
        and period = counted.period and starts_on = counted.starts_on;
    end if;
  end loop;
  return null;
end $$;
