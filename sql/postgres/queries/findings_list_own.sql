-- One page of what was found about the money of an operator, newest first.
-- :is_open is null for what is open and what is settled. :after_us is when the last finding of the
-- page before was found, in microseconds since 1970, and null for the first page; :after_id is the
-- id of that finding.
select finding_id, day::text as day, livemode, kind, subject, session_id, ours_minor, theirs_minor,
  currency, found_at, settled_at, how,
  (extract(epoch from found_at) * 1000000)::bigint as created_us
from reconciliation_findings
where operator_id = :operator_id
  and livemode = :livemode
  and (:is_open::boolean is null or (settled_at is null) = :is_open)
  and (:after_us::bigint is null
    or (found_at, finding_id)
      < (timestamptz 'epoch' + :after_us * interval '1 microsecond', :after_id))
order by found_at desc, finding_id desc
limit :row_limit;
