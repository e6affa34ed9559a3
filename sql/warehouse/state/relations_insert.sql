-- Runs in the transaction that creates them. $rows is a JSON array of names and versions.
insert into relations by name
with made as (
  select unnest(from_json($rows, '[{"name": "VARCHAR", "version": "VARCHAR"}]')) as made
)
select made.name, made.version, 0 as batch from made;
