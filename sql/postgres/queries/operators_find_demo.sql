-- Whether there is no operator yet, and the id of the demo city's buyer when the city is here.
select
  now() as now,
  not exists (select from operators) as is_empty,
  (
    select operator_id from operators
    where name = :buyer_name
    order by created_at, operator_id
    limit 1
  ) as buyer_operator_id;
