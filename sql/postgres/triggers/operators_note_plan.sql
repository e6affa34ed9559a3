create or replace trigger operators_note_plan
  after update on operators
  for each row when (
    (old.plan, old.bought_plan, old.plan_price_cents, old.next_plan_at)
      is distinct from (new.plan, new.bought_plan, new.plan_price_cents, new.next_plan_at))
  execute function note_plan();
