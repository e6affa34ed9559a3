-- Rates in JSON: 1 000 000 currency units of at most four digits, multipliers of 10 to 1 000 %.
create or replace function has_usable_rates(rates jsonb) returns boolean
language plpgsql immutable parallel safe as $$
begin
  return not rates @? '$.**?(@ < 0 || @ > 10000000000)'
    and not rates @? '$.**."multiplier_pct"?(@ < 10 || @ > 1000)';
end $$;
