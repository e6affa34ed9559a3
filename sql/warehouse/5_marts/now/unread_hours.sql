-- The opening hours of lots, as these were last, that were not read yet: those of most lots first,
-- and no more than a refresh has time for.
with latest as (
  select lot_id, arg_max_null(opening_hours, audit_id) as opening_hours
  from fct_lot_changes
  group by lot_id
)
select opening_hours
from latest anti join fct_ordinary_days using (opening_hours)
where opening_hours is not null and length(opening_hours) <= 255
group by opening_hours
order by count(*) desc, opening_hours
limit 1_000;
