-- Deletes people a month after they were removed by the last operator that they worked for, with
-- all that they signed in with. Audit rows name the members that they were, and stay.
with due as (
  select distinct person_id
  from members as removed
  where removed_at < now() - interval '30 days'
    and person_id is not null
    and not exists (
      select from members as later
      where later.person_id = removed.person_id
        and (later.removed_at is null or later.removed_at >= now() - interval '30 days'))
),
swept as (
  delete from people where person_id = any(array(select person_id from due)) returning 1
)
select count(*)::integer as row_count from swept;
