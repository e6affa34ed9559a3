-- One row per mode, lot, day (UTC) and currency; adds what the batches ($from, $through] say.
-- Stays are not cut into half hours: where they begin and end is enough. Most lists are only made
-- longer; one of 96 changes or more is added up, so that none grows for ever.
-- memory_kib: (select count(*) from fct_stays where batch > $from and batch <= $through)
merge into use_by_lot_day as total
using (
  with starts as (
    from fct_session_starts where batch > $from and batch <= $through
      and in_part(lot_id, $part, $parts)
  ),
  stays as (
    from fct_stays where batch > $from and batch <= $through
      and in_part(lot_id, $part, $parts)
  ),
  payments as (
    from fct_paid_stays where batch > $from and batch <= $through
      and in_part(lot_id, $part, $parts)
  ),
  holds as (
    from fct_released_holds where batch > $from and batch <= $through
      and in_part(lot_id, $part, $parts)
  ),
  lots as (
    select lot_id, arg_max(currency, audit_id) as currency from fct_lot_changes
    where in_part(lot_id, $part, $parts) group by lot_id
  ),
  -- A quarter of an hour later, so that the half hours around their beginnings are whole ones.
  spans as (
    select
      livemode, lot_id, 1 as space_count, epoch_us(started_at) // 1_000_000 + 900 as from_second,
      epoch_us(ended_at) // 1_000_000 + 900 as to_second
    from stays
    union all
    select
      livemode, lot_id, space_count, epoch_us(starts_at) // 1_000_000 + 900,
      epoch_us(ended_at) // 1_000_000 + 900
    from holds
  ),
  days as (
    select
      *, unnest(range(from_second // 86_400, (to_second + 86_399) // 86_400)) as day_number
    from spans
  ),
  changes as (
    select
      livemode, lot_id, space_count as taken,
      greatest(from_second, day_number * 86_400) as second
    from days
    union all
    select livemode, lot_id, -space_count, to_second
    from days where to_second // 86_400 = day_number
  ),
  used as (
    select
      livemode, lot_id, currency, second // 1_800 as number, taken,
      taken * (1_800 - second % 1_800) as taken_seconds, 0 as started, 0 as revenue_minor
    from changes join lots using (lot_id)
    union all
    select livemode, lot_id, currency, epoch_us(started_at) // 1_800_000_000, 0, 0, 1, 0
    from starts join lots using (lot_id)
    union all
    select
      livemode, lot_id, currency, epoch_us(ended_at) // 1_800_000_000, 0, 0, 0, subtotal_minor
    from payments
  ),
  added as (
    select
      * exclude (number), date '1970-01-01' + (number // 48)::integer as day,
      (number % 48)::utinyint as half_hour
    from used
  ),
  long as (
    from use_by_lot_day where len(changes) >= 96 and in_part(lot_id, $part, $parts)
  ),
  stored as (
    select livemode, lot_id, currency, day, unnest(changes, recursive := true)
    from long semi join added using (livemode, lot_id, currency, day)
  ),
  summed as (
    select
      livemode, lot_id, currency, day, half_hour, sum(taken)::integer as taken,
      sum(taken_seconds)::integer as taken_seconds, sum(started)::integer as started,
      sum(revenue_minor)::bigint as revenue_minor
    from (from added union all by name from stored)
    group by all
  ),
  listed as (
    select
      livemode, lot_id, currency, day,
      list(struct_pack(
        half_hour := half_hour, taken := taken, taken_seconds := taken_seconds,
        started := started, revenue_minor := revenue_minor)) as changes
    from summed
    group by all
  )
  select * from listed
) as listed
using (livemode, lot_id, day, currency)
when matched and len(total.changes) < 96 then update set changes = total.changes || listed.changes
when matched then update by name
when not matched then insert by name;
