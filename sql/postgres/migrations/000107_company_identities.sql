-- Accounts at the company's own OpenID provider, and whose they are here.
create table company_identities (
  issuer text not null check (char_length(issuer) between 1 and 500),
  subject text not null check (char_length(subject) between 1 and 255),
  person_id text not null references people (person_id),
  linked_at timestamptz not null default now(),
  primary key (issuer, subject)
);
create index company_identities_by_person on company_identities (person_id);
