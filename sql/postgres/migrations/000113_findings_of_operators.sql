-- Operators are shown what was found about their own money. A finding is of the operator whose stay
-- it is about; of others nobody but the platform knows whose they are.
-- small: what differs is rare, and both columns are filled for what was found so far
alter table reconciliation_findings
  add column finding_id text not null default 'fnd_' || replace(gen_random_uuid()::text, '-', '');
alter table reconciliation_findings add column operator_id text;
-- small: as above
update reconciliation_findings as finding set operator_id = sessions.operator_id
from sessions where sessions.session_id = finding.session_id;
-- small: as above
create index reconciliation_findings_by_operator
on reconciliation_findings (operator_id, livemode, found_at, finding_id)
where operator_id is not null;
