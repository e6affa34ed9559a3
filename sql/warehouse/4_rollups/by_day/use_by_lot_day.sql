-- One row per world, lot, day (UTC) and currency; adds what the batches ($from, $through] say.
-- memory_kib: 4 * (select count(*) from fct_stays where batch > $from and batch <= $through)
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
    select lot_id, arg_max(currency, audit_id) as currency from fct_lot_changes group by lot_id
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
  parts as (
    select
      *, unnest(range(from_second // 1_800, (to_second + 1_799) // 1_800)) as number
    from spans
  ),
  used as (
    select
      livemode, lot_id, currency, number, 0 as started, 0 as revenue_minor,
      space_count * (least(to_second, (number + 1) * 1_800) - greatest(from_second, number * 1_800))
        as occupied_seconds
    from parts join lots using (lot_id)
    union all by name
    select
      livemode, lot_id, currency, epoch_us(started_at) // 1_800_000_000 as number, 1 as started,
      0 as revenue_minor, 0 as occupied_seconds
    from starts join lots using (lot_id)
    union all by name
    select
      livemode, lot_id, currency, epoch_us(ended_at) // 1_800_000_000 as number, 0 as started,
      subtotal_minor as revenue_minor, 0 as occupied_seconds
    from payments
  ),
  touched as (
    select distinct livemode, lot_id, currency, date '1970-01-01' + (number // 48)::integer as day
    from used
  ),
  stored as (
    select livemode, lot_id, currency, day, unnest(half_hours, recursive := true)
    from use_by_lot_day semi join touched using (livemode, lot_id, currency, day)
  ),
  half_hours as (
    select * from stored
    union all by name
    select
      * exclude (number), date '1970-01-01' + (number // 48)::integer as day,
      (number % 48)::utinyint as half_hour
    from used
  ),
  summed as (
    select
      livemode, lot_id, currency, day, half_hour,
      sum(occupied_seconds)::integer as occupied_seconds, sum(started)::integer as started,
      sum(revenue_minor)::bigint as revenue_minor
    from half_hours
    group by all
  ),
  listed as (
    select
      livemode, lot_id, currency, day,
      list(struct_pack(
        half_hour := half_hour, occupied_seconds := occupied_seconds, started := started,
        revenue_minor := revenue_minor)) as half_hours
    from summed
    group by all
  )
  select * from listed
) as listed
using (livemode, lot_id, day, currency)
when matched then update by name
when not matched then insert by name;
