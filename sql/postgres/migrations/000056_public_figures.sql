-- Operators that declare it let what happens on their lots be told lot by lot, like prices. No
-- operator has declared it yet. It is in force from the next day (UTC) on.
alter table operators add column figures_public boolean not null default false;
