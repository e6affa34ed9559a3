-- By the instant by which a call decided, otherwise by the clock; not by the beginning of the
-- transaction, which may have waited for another change. A planned plan began at its instant, also
-- where that is written down later.
create or replace function note_plan() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp
as $$
declare
  decided_at timestamptz := clock_timestamp();
  held_plan text;
  held_bought text;
  held_cents integer;
begin
  if tg_op = 'UPDATE' then
    if new.plan_at is distinct from old.plan_at then
      decided_at := new.plan_at;
    end if;
    held_plan := old.plan;
    held_bought := old.bought_plan;
    held_cents := old.plan_price_cents;
    if old.next_plan_at <= decided_at then
      held_plan := old.next_plan;
      held_bought := old.next_plan;
      held_cents := null;
      insert into public.held_plans (operator_id, from_at, plan, is_bought)
      values (old.operator_id, old.next_plan_at, old.next_plan, true);
    end if;
  end if;
  if (new.plan, new.bought_plan, new.plan_price_cents)
    is distinct from (held_plan, held_bought, held_cents) then
    insert into public.held_plans (operator_id, from_at, plan, is_bought, price_cents)
    values (new.operator_id, decided_at, new.plan,
      coalesce(new.bought_plan = new.plan, false), new.plan_price_cents);
  end if;
  return null;
end $$;
