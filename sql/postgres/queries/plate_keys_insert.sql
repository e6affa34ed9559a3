-- Keeps the wrapped key of a database that has none yet. Where nobody can have parked, plates are
-- stored sealed from the start.
insert into plate_keys (wrapped, stage)
select :wrapped::bytea, case when exists (select from operators) then 'plain' else 'sealed' end
on conflict do nothing;
