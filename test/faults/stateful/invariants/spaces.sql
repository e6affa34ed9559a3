-- Every lot counts its spaces as its stays and holds do, promises none twice, and has each label in
-- one place.
select 'lot ' || lot_id || ' counts ' || taken_spaces || ' taken and ' || held_spaces || ' held'
  as fault
from lots
where taken_spaces > total_spaces
  or taken_spaces <> (
    select count(*) from sessions where lot_id = lots.lot_id and status = 'active')
  or held_spaces <> (
    select coalesce(sum(space_count - activated_count), 0) from holds
    where lot_id = lots.lot_id and status = 'held')
union all
select 'lot ' || lot_id || ' has the label ' || label || ' ' || count(*) || ' times'
from (
  select lot_id, unnest(free_labels) as label from lots
  union all
  select lot_id, assigned_space from sessions
  where status = 'active' and assigned_space is not null
  union all
  select lot_id, assigned_space from holds
  where status = 'held' and assigned_space is not null
) as labelled
group by lot_id, label
having count(*) > 1
union all
select 'hold ' || hold_id || ' is ' || status || ' with ' || activated_count || ' of '
  || space_count || ' spaces activated, and ' || made.session_count || ' stays began from it'
from holds
cross join lateral (
  select count(*) as session_count from sessions where hold_id = holds.hold_id
) as made
where activated_count <> made.session_count
  or activated_count > space_count
  or (status = 'activated') <> (activated_count = space_count);
