-- The rate of a stay or a hold, as src/tariffs/rate-columns.ts reads it. Rows that processes of the
-- version before wrote have a plain rate in columns of its own.
create or replace function snapshot_of(
  rate_snapshot jsonb, rate_minor bigint, rate_unit text, billing_step_minutes integer,
  max_daily_minor bigint) returns jsonb
language sql immutable parallel safe
return case
  when rate_snapshot ? 'tariff' or rate_minor is null then rate_snapshot
  else rate_snapshot || jsonb_build_object('tariff', jsonb_build_object(
    'terms', plain_tariff(rate_minor, rate_unit, billing_step_minutes, max_daily_minor, false)
      - '{first_hour_minor,plain}'::text[],
    -- A plain rate costs the same everywhere and for all vehicles.
    'conditions', '{"place": {"timezone": "UTC", "country": null, "state": null},
      "vehicleKind": null}'::jsonb,
    'first_hour_minor', coalesce((rate_snapshot ->> 'base_rate_minor')::bigint, rate_minor))) end;
