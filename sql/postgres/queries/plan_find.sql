-- An operator's plan now, since when it holds (null: since before that was written down), what is
-- planned, and the oldest invoice that is overdue. Nothing when there is no such operator. Now is
-- when the statement began, `at`, because its transaction may have waited for another change. As
-- text, to the microsecond.
select
  statement_timestamp()::text as at,
  held.plan,
  coalesce(held.bought_plan = held.plan, false) as is_bought,
  held.price_cents,
  held.next_plan,
  held.next_plan_at,
  coalesce(
    case when held.is_planned then operators.next_plan_at end,
    (select max(from_at) from held_plans where held_plans.operator_id = operators.operator_id)
  ) as since,
  date_trunc('month', statement_timestamp(), 'UTC') as month_from,
  date_add(date_trunc('month', statement_timestamp(), 'UTC'), '1 month', 'UTC') as month_to,
  (select invoice_id from invoices
   where invoices.operator_id = operators.operator_id
     and paid_at is null and voided_at is null and due_at <= statement_timestamp()
   order by due_at
   limit 1) as overdue_invoice_id
from operators
cross join lateral (
  select
    next_plan_at <= statement_timestamp() as is_planned,
    case when next_plan_at <= statement_timestamp() then next_plan else plan end as plan,
    case when next_plan_at <= statement_timestamp() then next_plan else bought_plan end
      as bought_plan,
    case when next_plan_at <= statement_timestamp() then null else plan_price_cents end
      as price_cents,
    case when next_plan_at > statement_timestamp() then next_plan end as next_plan,
    case when next_plan_at > statement_timestamp() then next_plan_at end as next_plan_at
) as held
where operator_id = :operator_id;
