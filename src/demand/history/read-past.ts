import { cellParent, cellResolution } from '../../kit/geo/cells.ts';
import { dayOf } from '../../kit/time/days.ts';
import type { Querier } from '../../stores/postgres.ts';
import { COARSEST_AREA, FINEST_AREA } from '../areas/cut-areas.ts';
import { type DaySpan, monthOf } from './history-steps.ts';
import type { AreaMonth, PastArea, SearchMonth } from './past-days.ts';

/** What is in no finer area of a country, or of all searches. */
const REST = 0n;

/** An area of what happens on lots. */
export type AreaKey = { country: string; cell: bigint };

type Asked = { livemode: boolean; period: DaySpan; isUse: boolean; isPrice: boolean };
type Found<Month> = { cell: string; sinceOn: string; months: Month[] };

/** The past of areas, of each with those around it, the smallest first. */
type PastOf<Key, Month> = (key: Key) => readonly PastArea<Month>[];

/**
 * Reads the disclosed past of some areas, and of those that they were parts of: one statement,
 * which reads one row for each area and month.
 */
export async function readPastAreas(
  db: Querier,
  keys: readonly AreaKey[],
  { livemode, period, isUse, isPrice }: Asked,
): Promise<PastOf<AreaKey, AreaMonth>> {
  const asked = new Map<string, AreaKey>();
  for (const { country, cell } of keys)
    for (const around of cellsAround(cell))
      asked.set(`${country} ${around}`, { country, cell: around });
  const areas = [...asked.values()];
  const found = await db.query<Found<AreaMonth> & { country: string }>('area_history_find', {
    livemode,
    countries: areas.map(({ country }) => country),
    cells: areas.map(({ cell }) => cell),
    ...monthsOf(period),
    isUse,
    isPrice,
  });
  const past = new Map(found.map((row) => [`${row.country} ${row.cell}`, pastOf(row)]));
  return ({ country, cell }) =>
    cellsAround(cell).flatMap((around) => past.get(`${country} ${around}`) ?? []);
}

/**
 * The same of areas of searches, for cells that are in them. `hasRest`: also of what was in no
 * finer area.
 */
export async function readPastSearches(
  db: Querier,
  cells: readonly bigint[],
  { livemode, period, hasRest }: Pick<Asked, 'livemode' | 'period'> & { hasRest: boolean },
): Promise<PastOf<bigint, SearchMonth>> {
  const areasAround = (cell: bigint) =>
    cellsAround(cell).filter((around) => hasRest || around !== REST);
  const asked = [...new Set(cells.flatMap(areasAround))];
  const found = await db.query<Found<SearchMonth>>('search_history_find', {
    livemode,
    cells: asked,
    ...monthsOf(period),
  });
  const past = new Map(found.map((row) => [BigInt(row.cell), pastOf(row)]));
  return (cell) => areasAround(cell).flatMap((around) => past.get(around) ?? []);
}

/** The cells that are or were the area of what is in a cell: from itself to the largest. */
function cellsAround(cell: bigint): bigint[] {
  if (cell === REST) return [REST];
  const around: bigint[] = [];
  const finest = Math.min(FINEST_AREA, cellResolution(cell));
  for (let resolution = finest; resolution >= COARSEST_AREA; resolution -= 1)
    around.push(cellParent(cell, resolution));
  return [...around, REST];
}

function monthsOf({ fromDay, toDay }: DaySpan) {
  return { fromMonth: monthOf(fromDay), toMonth: monthOf(toDay) };
}

function pastOf<Month>({ sinceOn, months }: Found<Month>): PastArea<Month> {
  return { sinceDay: dayOf(sinceOn), months };
}
