-- outside a transaction

-- A plain rate that is posted becomes a tariff. What processes of the version before post from here
-- on becomes one by the trigger lots_keep_tariff, which is there already. Each run of a statement
-- changes so few lots that nobody waits for long, and the index finds the next ones.
create index concurrently if not exists lots_without_tariff on lots (lot_id)
where tariff is null and rate_minor is not null;

update lots
set tariff = plain_tariff(
  rate_minor, rate_unit, billing_step_minutes, max_daily_minor, has_no_daily_max)
where lot_id in (
  select lot_id from lots
  where tariff is null and rate_minor is not null
  order by lot_id limit 500
  for no key update);

drop index concurrently if exists lots_without_tariff;

-- A tariff said which rate_id it belonged to.
update lots set tariff = tariff - 'id'
where lot_id in (
  select lot_id from lots where tariff ? 'id' order by lot_id limit 500 for no key update);

alter table lots validate constraint lots_tariff;
