-- outside a transaction
-- PostgreSQL reads and plans every CHECK of a table again for each statement that writes a row of
-- it, also where its columns stay as they are: the longest were a third of the work of each change
-- of a lot, such as taking a space. The body of a function in plpgsql is planned once by each
-- connection. What they allow stays the same.
create or replace function are_thresholds(thresholds smallint[]) returns boolean
language plpgsql immutable parallel safe as $$
begin
  return cardinality(thresholds) = coalesce(array_length(thresholds, 1), 0)
    and cardinality(thresholds) <= 5
    and coalesce(array_lower(thresholds, 1), 1) = 1
    and array_position(thresholds, null) is null
    and thresholds[1] >= 1
    and thresholds[1] < coalesce(thresholds[2], 101)
    and thresholds[2] < coalesce(thresholds[3], 101)
    and thresholds[3] < coalesce(thresholds[4], 101)
    and thresholds[4] < coalesce(thresholds[5], 101)
    and thresholds[cardinality(thresholds)] <= 100;
end $$;

create or replace function is_place(latitude double precision, longitude double precision)
returns boolean
language plpgsql immutable parallel safe as $$
begin
  return public.is_degrees(latitude, 90) and public.is_degrees(longitude, 180);
end $$;

create or replace function has_usable_rates(rates jsonb) returns boolean
language plpgsql immutable parallel safe as $$
begin
  return not rates @? '$.**?(@ < 0 || @ > 10000000000)'
    and not rates @? '$.**."multiplier_pct"?(@ < 10 || @ > 1000)';
end $$;

alter table lots
drop constraint if exists lots_thresholds,
add constraint lots_thresholds check (are_thresholds(occupancy_thresholds)) not valid,
drop constraint if exists lots_place,
add constraint lots_place check (is_place(latitude, longitude)) not valid;

alter table lots validate constraint lots_thresholds;

alter table lots validate constraint lots_place;

create or replace function are_usable(
  first timestamptz, second timestamptz, third timestamptz)
returns boolean
language plpgsql immutable parallel safe as $$
begin
  return public.is_usable(first) and public.is_usable(second) and public.is_usable(third);
end $$;

-- Neither was ever validated: older rows may be without these bounds.
alter table sessions
drop constraint if exists sessions_instants,
add constraint sessions_instants check (are_usable(started_at, expected_end, ended_at)) not valid;

alter table holds
drop constraint if exists holds_instants,
add constraint holds_instants check (are_usable(starts_at, ends_at, expires_at)) not valid;
