-- What any lot posts is a tariff now, in one column: a plain rate is one of one part. Who reads
-- lots opens it, so that one which is none would end searches around its lot.
alter table lots add constraint lots_tariff check (
  tariff is null or (
    tariff @> '{"parts": []}' and tariff ? 'maxima'
    and tariff @? '$.first_hour_minor ? (@ >= 0 && @ <= 10000000000)')) not valid;

-- The next migration needs these, whatever comes after it.
-- A plain rate as a posted tariff, the same as postedTariff() in src/tariffs/posted-tariff.ts; null
-- without a rate. For what processes of the version before write, and what they have written.
create or replace function plain_tariff(
  rate_minor bigint, rate_unit text, billing_step_minutes integer, max_daily_minor bigint,
  has_no_daily_max boolean) returns jsonb
language sql immutable parallel safe
return case when rate_minor is not null then jsonb_build_object(
  'first_hour_minor', rate_minor,
  'plain', jsonb_build_object(
    'rate_unit', rate_unit, 'billing_step_minutes', billing_step_minutes,
    'max_daily_minor', max_daily_minor, 'has_no_daily_max', has_no_daily_max),
  'parts', jsonb_build_array(jsonb_build_object(
    'name', 'rate',
    'steps', jsonb_build_array(
      jsonb_build_object('from_minutes', 0, 'price_minor', rate_minor) || case
        when rate_unit = 'day' then '{"per_minutes": 1440}'
        else jsonb_build_object(
          'per_minutes', 60, 'billing_step_minutes', billing_step_minutes) end))),
  'maxima', case
    when max_daily_minor is not null
    then jsonb_build_array(jsonb_build_object('amount_minor', max_daily_minor, 'per', '24h'))
    when has_no_daily_max then '[]'::jsonb
    else 'null'::jsonb end) end;

-- The tariff of a scheduled rate; null: nothing is for sale then. Plain rates that processes of the
-- version before schedule have none.
create or replace function scheduled_tariff(rate jsonb) returns jsonb
language sql immutable parallel safe
return coalesce(
  nullif(rate -> 'tariff', 'null'),
  plain_tariff(
    (rate ->> 'rate_minor')::bigint, rate ->> 'rate_unit',
    -- Rates that were scheduled before these were asked do not say them.
    coalesce((rate ->> 'billing_step_minutes')::integer, 1), (rate ->> 'max_daily_minor')::bigint,
    coalesce((rate ->> 'has_no_daily_max')::boolean, false)));

-- What processes of the version before post or import is a plain rate in columns of its own, or a
-- scheduled rate by its id: here it becomes the lot's tariff.
create or replace function keep_tariff() returns trigger language plpgsql as $$
declare
  kept jsonb = coalesce(
    plain_tariff(
      new.rate_minor, new.rate_unit, new.billing_step_minutes, new.max_daily_minor,
      new.has_no_daily_max),
    (
      select scheduled_tariff(rate)
      from jsonb_array_elements(coalesce(old.scheduled_rates, '[]')) as scheduled (rate)
      where rate ->> 'rate_id' = new.rate_id
      limit 1),
    -- The same tariff posted again; without an id its price is gone.
    case when new.rate_id is not null then new.tariff end);
begin
  if kept is distinct from new.tariff then
    update lots set tariff = kept where lot_id = new.lot_id;
  end if;
  return null;
end $$;

-- Not before the update: beside such a trigger, `returning old` of a row that others changed
-- meanwhile is as it was before them, and two stays got the same label. Processes of this version
-- never change the other columns of the rate without the tariff.
create or replace trigger lots_keep_tariff
  after update of rate_id, rate_minor, rate_unit, billing_step_minutes, max_daily_minor,
    has_no_daily_max on lots
  for each row when (
    (new.tariff is null or new.tariff is not distinct from old.tariff)
    and (
      old.rate_id, old.rate_minor, old.rate_unit, old.billing_step_minutes, old.max_daily_minor,
      old.has_no_daily_max)
    is distinct from (
      new.rate_id, new.rate_minor, new.rate_unit, new.billing_step_minutes, new.max_daily_minor,
      new.has_no_daily_max))
  execute function keep_tariff();

-- A lot that a process of the version before adds with a plain rate.
create or replace trigger lots_begin_tariff
  after insert on lots
  for each row when (new.tariff is null and new.rate_minor is not null)
  execute function keep_tariff();
