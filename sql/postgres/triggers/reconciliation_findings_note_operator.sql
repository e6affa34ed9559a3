create or replace trigger reconciliation_findings_note_operator
  before insert or update of session_id on reconciliation_findings
  for each row execute function note_finding_operator();
