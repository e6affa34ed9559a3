-- Stores what differs on a day (UTC) by now: what was found before and no longer differs is
-- settled, and what differs again is open again. What is open stays with the day on which it was
-- found.
-- :differences is a JSON list. :held_count: how many authorisations of the day are held back.
with different as (
  select distinct on (kind, subject)
    kind, subject, session_id, ours_minor, theirs_minor, currency
  from jsonb_to_recordset(:differences::jsonb) as given (
    kind text, subject text, session_id text, ours_minor bigint, theirs_minor bigint,
    currency text)
  order by kind, subject
),
found as (
  insert into reconciliation_findings as known (
    day, livemode, kind, subject, session_id, ours_minor, theirs_minor, currency, found_at)
  select :day::date, :livemode, kind, subject, session_id, ours_minor, theirs_minor, currency, :now
  from different
  on conflict (livemode, kind, subject) do update
  set day = excluded.day, session_id = excluded.session_id, ours_minor = excluded.ours_minor,
    theirs_minor = excluded.theirs_minor, currency = excluded.currency, settled_at = null,
    how = null, found_at = case when known.settled_at is null then known.found_at else :now end
  where known.settled_at is not null
    or known.day = excluded.day
      and (known.ours_minor, known.theirs_minor, known.session_id, known.currency) is distinct from
        (excluded.ours_minor, excluded.theirs_minor, excluded.session_id, excluded.currency)
),
settled as (
  update reconciliation_findings as finding
  set settled_at = :now, how = 'agrees'
  where livemode = :livemode and day = :day::date and settled_at is null
    and not exists (
      select from different
      where different.kind = finding.kind and different.subject = finding.subject)
)
update reconciled_days set compared_at = :now, held_count = :held_count
where livemode = :livemode and day = :day::date;
