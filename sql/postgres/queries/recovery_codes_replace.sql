-- Gives a person new recovery codes in place of all others, with the audit row. Whoever calls has
-- locked the person (people_lock), so that the codes of two calls are not both good.
with forgotten as (
  delete from recovery_codes where person_id = :person_id
),
made as (
  insert into recovery_codes (person_id, code_sha256)
  select :person_id, code_sha256 from unnest(:codes_sha256::bytea[]) as code_sha256
  returning code_sha256
)
insert into audit_rows
select 'recovery_codes.set', :member_id, :operator_id, true,
  jsonb_build_object('after', jsonb_build_object('code_count', count(*))),
  'person', :member_id, null, :request_id
from made;
