import { createHash } from 'node:crypto';
import { areaCellOf } from '../../src/demand/areas/cut-areas.ts';
import type { RefreshContext } from '../step.ts';
import type { Lot } from './lots.ts';

/** An area with any figure that may be shown, as its forecast needs it. */
export type Area = AreaKey & {
  /** Its strong lots with spaces, by operator. */
  lots: readonly AreaLot[];
  /** Those of most of its lots. */
  timezone: string;
  state: string | null;
  currency: string;
  /** By its wall clock, counted from 1970-01-01. */
  today: number;
  nextMidnightAt: Date;
  listedAt: Date;
  /** Different whenever other lots are in it, or they are described otherwise. */
  madeFor: string;
};

/** `cell`: in decimal; 0 for what of a country is in no finer area. */
export type AreaKey = { livemode: boolean; country: string; cell: string };

export type AreaLot = Pick<Lot, 'lotId' | 'totalSpaces' | 'currency'> & { operatorId: string };

/** An area, and what is known of its forecast; of one that may not be disclosed, none is due. */
export type AreaRow = AreaKey & { isTold: boolean; madeFor: string | null; isDue: boolean };

type Observed = AreaKey & {
  lotId: string;
  operatorId: string;
  spaceCount: number | null;
  isStrong: boolean;
};
type Described = Pick<
  Lot,
  'lotId' | 'timezone' | 'state' | 'currency' | 'today' | 'nextMidnightAt' | 'listedAt'
>;

export function keyOf({ livemode, country, cell }: AreaKey): string {
  return `${livemode} ${country} ${cell}`;
}

/** The areas with any figure that may be shown, with the lots whose past counts. */
export async function findAreas(
  { db, warehouse }: Pick<RefreshContext, 'db' | 'warehouse'>,
  rows: readonly AreaRow[],
): Promise<Area[]> {
  const areas = new Map(rows.map((row) => [keyOf(row), row]));
  const { built } = await warehouse.state();
  const observed = (await warehouse.read('observed_lots', built.asOf)) as Observed[];
  const strong = observed.filter(({ isStrong, spaceCount }) => isStrong && (spaceCount ?? 0) > 0);
  const byArea = Map.groupBy(strong, (lot) => keyOf({ ...lot, cell: cellIn(lot, areas) }));
  const inDisclosed = [...byArea].filter(([key]) => areas.get(key)?.isTold === true);
  const lotIds = inDisclosed.flatMap(([, lots]) => lots.map(({ lotId }) => lotId));
  const described = await db.query<Described>('forecast_area_lots_find', { lotIds });
  const byId = new Map(described.map((lot) => [lot.lotId, lot]));
  return inDisclosed.flatMap(([key, lots]) => {
    const row = areas.get(key);
    const known = lots.flatMap((lot) => {
      const facts = byId.get(lot.lotId);
      return facts === undefined ? [] : { ...facts, ...lot, totalSpaces: lot.spaceCount ?? 0 };
    });
    return row === undefined || known.length === 0 ? [] : areaOf(row, known);
  });
}

/** The cell of the area in which a lot is. */
function cellIn({ livemode, country, cell }: Observed, areas: ReadonlyMap<string, AreaRow>) {
  const named = {
    has: (each: bigint) => areas.has(keyOf({ livemode, country, cell: String(each) })),
  };
  return String(areaCellOf(BigInt(cell), named) ?? 0n);
}

function areaOf(
  { livemode, country, cell }: AreaKey,
  some: readonly (AreaLot & Described)[],
): Area {
  const lots = some.toSorted((a, b) => (orderOf(a) < orderOf(b) ? -1 : 1));
  const timezone = mostOf(lots.map((lot) => lot.timezone)) ?? 'UTC';
  const clock = lots.find((lot) => lot.timezone === timezone);
  const [state, currency] = [
    mostOf(lots.map((lot) => lot.state)) ?? null,
    mostOf(lots.map((lot) => lot.currency)) ?? '',
  ];
  const what = lots.map(({ lotId, operatorId, totalSpaces }) => [lotId, operatorId, totalSpaces]);
  return {
    ...{ livemode, country, cell, lots, timezone, state, currency },
    today: clock?.today ?? 0,
    nextMidnightAt: clock?.nextMidnightAt ?? new Date(0),
    listedAt: clock?.listedAt ?? new Date(0),
    madeFor: hashOf(JSON.stringify([timezone, state, currency, what])),
  };
}

const orderOf = ({ operatorId, lotId }: AreaLot) => `${operatorId} ${lotId}`;

/** The most frequent; among equals the first of the alphabet. */
function mostOf<T extends string | null>(values: readonly T[]): T | undefined {
  const [most] = [...Map.groupBy(values, (value) => value).values()].sort(
    (a, b) => b.length - a.length || (String(a[0]) < String(b[0]) ? -1 : 1),
  );
  return most?.[0];
}

export function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
