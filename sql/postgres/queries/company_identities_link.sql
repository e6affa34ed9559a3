-- Lets a person sign in with an account at the company's own provider, with the audit row
-- `company_account.linked`. No row is returned when the account is another person's.
with linked as (
  insert into company_identities (issuer, subject, person_id)
  values (:issuer, :subject, :person_id)
  on conflict (issuer, subject) do update set linked_at = company_identities.linked_at
  where company_identities.person_id = excluded.person_id
  returning person_id
),
audited as (
  insert into audit_rows
  select 'company_account.linked', :member_id, :operator_id, true,
    jsonb_build_object('before', null, 'after', jsonb_build_object('member_id', :member_id::text)),
    'person', :member_id, null, :request_id
  from linked
)
select person_id from linked;
