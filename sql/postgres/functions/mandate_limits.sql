-- The limits that count for a stay that begins at an instant, and the day or month of each.
create or replace function mandate_limits(mandate mandates, at timestamptz)
returns table (period text, starts_on date, limit_minor bigint) language sql stable
begin atomic
  select 'day', (at at time zone mandate.timezone)::date, mandate.max_per_day_minor
  where mandate.max_per_day_minor is not null
  union all
  select 'month', date_trunc('month', at at time zone mandate.timezone)::date,
    mandate.max_per_month_minor
  where mandate.max_per_month_minor is not null;
end;
