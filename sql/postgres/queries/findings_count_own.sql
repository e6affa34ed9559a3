-- How much is open of what was found about the money of an operator, and when the processor's books
-- were last compared in one mode; null: not yet.
select (
    select max(compared_at) from reconciled_days where livemode = :livemode
  ) as compared_at,
  (
    select count(*)::integer from reconciliation_findings
    where operator_id = :operator_id and livemode = :livemode and settled_at is null
  ) as open_count;
