-- How long an operator's keys let spaces of another's lot stand empty in the last 24 hours, in
-- seconds times spaces: for as long as they were promised to wait, of all that nobody redeemed.
create or replace function idle_seconds(of_lot uuid, by_operator text, as_of timestamptz)
returns numeric language sql stable
return (
  select coalesce(sum(
    (space_count - activated_count) * extract(epoch from expires_at - starts_at)), 0)
  from holds
  where lot_id = of_lot and creator_operator_id = by_operator
    and creator_operator_id <> operator_id
    and coalesce(canceled_at, expires_at) > as_of - interval '24 hours'
    and coalesce(canceled_at, expires_at) <= as_of
);
