-- The person with an account at the company's own provider.
select person_id
from company_identities
where issuer = :issuer and subject = :subject;
