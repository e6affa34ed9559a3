-- Makes the invoice of a month that waits for it, once, whoever else tries: a line for each
-- endpoint and price, and one for the highest plan that was bought and held in the month. A plan
-- costs what its call said in the month of that call, and afterwards what is published. No invoice
-- is made where nothing was bought and no fee was kept.
-- :from_at is the first instant of the month (UTC). :plans are all plans, the lowest first, and
-- :prices what each costs a month in US cents; null: that is not published.
with month as (
  delete from unbilled_months where operator_id = :operator_id and from_at = :from_at
  returning operator_id, from_at, date_add(from_at, '1 month', 'UTC') as to_at
),
used as (
  select endpoint, cost_cents as unit_cents, count(*) as quantity
  from month
  join usage on usage.operator_id = month.operator_id and livemode
    and at >= from_at and at < to_at
  group by endpoint, cost_cents
),
held as (
  select
    operator_id, from_at, plan, is_bought, price_cents,
    lead(from_at, 1, 'infinity') over (order by from_at) as to_at
  from held_plans
  where operator_id = :operator_id
),
planned as (
  select plan, unit_cents
  from month
  join held on held.from_at < month.to_at and held.to_at > month.from_at and is_bought
  join unnest(:plans::text[], :prices::integer[]) with ordinality as published (plan, price, rank)
    using (plan)
  cross join lateral (
    select coalesce(
      case when held.from_at >= month.from_at then held.price_cents end,
      published.price, held.price_cents, 0) as unit_cents
  ) as due
  order by rank desc, unit_cents desc
  limit 1
),
line as (
  select row_number() over (order by plan nulls last, endpoint, unit_cents desc) as number, line.*
  from (
    select null as endpoint, plan, unit_cents, 1 as quantity from planned where unit_cents > 0
    union all
    select endpoint, null, unit_cents, quantity from used
  ) as line
),
fee as (
  select
    currency, sum(gross_minor) as gross_minor, sum(platform_fee_minor) as platform_fee_minor
  from month
  cross join lateral (
    select currency, gross_minor, platform_fee_minor from payout_movements
    where payout_movements.operator_id = month.operator_id and livemode
      and at >= from_at and at < to_at
    offset 0
  ) as movement
  group by currency
),
made as (
  insert into invoices (invoice_id, operator_id, from_at, operator_name, total_cents)
  select :invoice_id, operator_id, from_at, closed.operator_name,
    (select coalesce(sum(unit_cents * quantity), 0) from line)
  from month
  join closed_usage_months as closed using (operator_id, from_at)
  where exists (select from line) or exists (select from fee)
  returning invoice_id
),
lined as (
  insert into invoice_lines
    (invoice_id, line_number, endpoint, plan, unit_cents, quantity, amount_cents)
  select invoice_id, number, endpoint, plan, unit_cents, quantity, unit_cents * quantity
  from made cross join line
),
kept as (
  insert into invoice_fees (invoice_id, currency, gross_minor, platform_fee_minor)
  select invoice_id, currency, gross_minor, platform_fee_minor from made cross join fee
)
select invoice_id from made;
