-- The plan that an operator holds now. A planned one holds from its instant on, whenever that is
-- written down.
create or replace function held_plan(plan text, next_plan text, next_plan_at timestamptz)
returns text language sql stable parallel safe
return case when next_plan_at <= now() then next_plan else plan end;
