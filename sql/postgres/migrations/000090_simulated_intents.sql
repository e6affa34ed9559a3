-- What the simulated processor knows of an intent besides its capture. A cancellation is a row of
-- the same table, so that an intent is either captured or canceled, whatever happens at once.
-- Canceled rows have no currency, because a cancellation states none. Older processes insert
-- captures only.
alter table simulated_captures add column is_canceled boolean not null default false;
alter table simulated_captures alter column currency drop not null;
-- Not valid: rows from before are all captures, and checking each would hold the table.
alter table simulated_captures add constraint simulated_captures_canceled check (
  case when is_canceled then amount_minor = 0 and currency is null else currency is not null end
) not valid;

-- Authorisations that were raised, to an amount in all.
create table simulated_raises (
  payment_intent_id text not null,
  authorised_minor bigint not null check (authorised_minor > 0),
  raised_at timestamptz not null default now(),
  primary key (payment_intent_id, authorised_minor)
);
