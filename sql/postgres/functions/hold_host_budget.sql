-- How many requests are left of a budget, at most `burst`; it is kept from others until the
-- transaction ends. None are left while another transaction has it. Two that find a new one may
-- both draw all of it; what was drawn too much is then owed. as_of: null for the database's clock.
create or replace function hold_host_budget(
  of_host text, of_operator text, per_second integer, burst integer, as_of timestamptz
) returns integer language plpgsql as $$
declare
  now constant timestamptz := coalesce(as_of, now());
  held timestamptz;
begin
  select full_at into held from webhook_host_budgets
  where host = of_host and operator_id = of_operator
  for no key update skip locked;
  if found then
    return greatest(0, burst - ceil(greatest(0, per_second * extract(epoch from held - now))));
  end if;
  if exists (
    select from webhook_host_budgets where host = of_host and operator_id = of_operator
  ) then
    return 0;
  end if;
  return burst;
end $$;
