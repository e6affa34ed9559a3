-- Which of some cities have listed lots or agents' queries that may be told, and how many lots.
-- Those of three callers on one day may be told, and ten of a platform that has keys.
-- :city_ids are GeoNames ids; the answer has their order.
-- Keeps its plan.
select given.city_id, coalesce(lot_count, 0) as lot_count
from unnest((select :city_ids::integer[])) with ordinality as given (city_id, number)
left join marts.lots_by_city as lots
  on lots.livemode = :livemode and lots.city_id = given.city_id
where lot_count is not null
  or exists (
    select from marts.agent_demand as demand
    where demand.livemode = :livemode and demand.city_id = given.city_id
      and dimension = 'all' and has_crowd
  )
  or exists (
    select from marts.agent_demand as demand
    where demand.livemode = :livemode and demand.city_id = given.city_id
      and dimension = 'platform' and label <> :unknown_platform
      and exists (
        select from api_keys
        where api_keys.livemode = :livemode and agent_platform = label
      )
    group by label
    having sum(query_count) >= :queries_min
  )
order by number;
