import type { HistoryRow, HistoryWorld } from './history-world.ts';

/** Cells of resolution 9: far from each other, in one cell of resolution 5. */
export const HERE = '617760317196730367';
export const THERE = '617760317216391167';
export const LOTS = 8;
const OPERATORS = 4;

type AreaName = { batch?: number; cell?: string; resolution?: number; namedOn?: string };

/** Makes the cell of a resolution around a cell an area of its own. */
export async function nameArea(world: HistoryWorld, name: AreaName = {}): Promise<void> {
  const { batch = 1, cell = HERE, resolution = 8, namedOn = '2026-01-01' } = name;
  await world.sql(`
    insert into fct_area_cells by name
    select ${batch} as batch, 'use' as kind, true as livemode, 'CA' as country,
      cell_parent(${cell}, ${resolution}) as cell, date '${namedOn}' as named_on`);
}

/**
 * Lots of four operators in one area, with their numbers as audit ids: 10 spaces each, 3.00 an
 * hour. `where` chooses among them; `area` is the resolution of the area.
 */
export async function addLots(
  world: HistoryWorld,
  { where = 'true', area = 8 }: { where?: string; area?: number } = {},
): Promise<void> {
  await nameArea(world, { resolution: area });
  await world.sql(`
    insert into fct_lot_changes by name
    select
      1 as batch, lot_number as audit_id, timestamptz '2026-01-05 00:00:00Z' as changed_at,
      ${lotId('lot_number')} as lot_id, true as livemode, false as is_deleted,
      'op_' || lot_number % ${OPERATORS} as operator_id, ${HERE} as cell, 43.6 as latitude,
      -79.3 as longitude, 'CA' as country, 10 as space_count, 300 as rate_minor,
      'hour' as rate_unit, 'cad' as currency, 'active' as status, true as is_listed
    from range(1, ${LOTS + 1}) as lots (lot_number)
    where ${where}`);
}

export async function moveLots(world: HistoryWorld, where: string, cell: string): Promise<void> {
  await world.sql(`
    update fct_lot_changes set cell = ${cell}
    where ${where.replaceAll('lot_number', 'audit_id')}`);
}

export function lotId(number: number | string): string {
  return `('00000000-0000-7000-8000-' || lpad(${number}::varchar, 12, '0'))::uuid`;
}

type Stays = { from: string; days: number; perLot: number; where?: string; batch?: number };

/**
 * Stays of an hour from 8:00 on, so many on each lot and day, for 2.40. `where` may use lot_number
 * and day, a date.
 */
export async function addStays(
  world: HistoryWorld,
  { from, days, perLot, where = 'true', batch = 1 }: Stays,
): Promise<void> {
  await world.sql(`
    create or replace temp table added_stays as
    select
      ${batch} as batch, 1_000 as audit_id, ${lotId('lot_number')} as lot_id, true as livemode,
      ${batch} || ' ' || lot_number || ' ' || day || ' ' || stay as session_id,
      day::timestamptz + interval 8 hours as started_at,
      day::timestamptz + interval 9 hours as ended_at,
      lot_number * 100 + (day - date '2026-01-01' + stay) % 5 as vehicle_id
    from range(1, ${LOTS + 1}) as lots (lot_number), range(${perLot}) as stays (stay),
      (select (date '${from}' + number::integer) as day from range(${days}) as days (number))
    where ${where} and exists (from fct_lot_changes where audit_id = lot_number)`);
  await world.sql(
    `insert into fct_session_starts by name select * exclude (ended_at) from added_stays`,
  );
  for (const table of ['fct_stays', 'fct_paid_stays'])
    await world.sql(`
      insert into ${table} by name
      select * exclude (vehicle_id), 60 as billed_minutes, 240 as subtotal_minor, 'cad' as currency
      from added_stays`);
  await world.sql(`
    insert into occupancy_by_lot_hour by name
    select livemode, ${HERE} as cell, lot_id, started_at as hour_at,
      (3_600 * count(*))::bigint as occupied_seconds
    from added_stays group by all`);
}

/** The rows that hold, without the number of their build. */
export function history(world: HistoryWorld): Promise<HistoryRow[]> {
  return world.rows(`
    select * exclude (is_gone, build) from area_history where not is_gone
    order by country, cell, month`);
}
