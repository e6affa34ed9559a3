-- A tariff that says more than one price for each hour or day: one value, which statements carry
-- and do not open. Where there is one, rate_minor is null, so that a process of the version before
-- sells nothing by the price of its first hour; it says which rate_id it belongs to.
-- None of these changes rewrites a table.
alter table lots add column if not exists tariff jsonb;
alter table sessions alter column rate_minor drop not null;
alter table holds alter column rate_minor drop not null;
