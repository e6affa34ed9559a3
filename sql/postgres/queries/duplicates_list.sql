-- The possible duplicates of one mode, each with the lot that was listed first, and what the owner
-- of the server has decided: lots that are merged, and pairs that are two. The latest come first.
-- :row_limit is the most of each kind.
with pairs as (
  (
    select 'possible' as kind, duplicate_of as first_id, lot_id as other_id,
      updated_at as decided_at
    from lots
    where duplicate_of is not null and livemode = :livemode and deleted_at is null
    order by updated_at desc
    limit :row_limit
  )
  union all
  (
    select 'merged', merged_into, lot_id, updated_at
    from lots
    where merged_into is not null and livemode = :livemode and deleted_at is null
    order by updated_at desc
    limit :row_limit
  )
  union all
  (
    select 'distinct', lower_id, higher_id, decided_at
    from distinct_lots join lots on lots.lot_id = lower_id
    where livemode = :livemode
    order by decided_at desc
    limit :row_limit
  )
)
select
  kind,
  first.lot_id, first.name, first_operator.name as operator_name,
  other.lot_id as other_lot_id, other.name as other_name,
  other_operator.name as other_operator_name,
  round(great_circle_m(first.latitude, first.longitude, other.latitude, other.longitude))::integer
    as distance_m
from pairs
join lots as first on first.lot_id = first_id
join lots as other on other.lot_id = other_id
join operators as first_operator on first_operator.operator_id = first.operator_id
join operators as other_operator on other_operator.operator_id = other.operator_id
order by kind, decided_at desc, other.lot_id;
