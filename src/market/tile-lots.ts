import type { LatLng } from '../geometry/great-circle.ts';
import type { Holding } from './holdings.ts';
import { classOf } from './price-classes.ts';
import type { AreaOf, SearchesAt, ToldArea } from './told-area.ts';

/** More spaces of one lot have no more weight. */
const WEIGHT_MAX = 500;
const PERCENT = 100;

/** A listed active lot, as published. */
export type PublishedLot = {
  cell: bigint;
  latitude: number;
  longitude: number;
  operator_id: string;
  country: string;
  currency: string;
  /** Whether what happened there may be told of it alone. */
  is_public: boolean;
  /** null: nobody counted them. */
  space_count: number | null;
  /** What an hour and a day cost by what the lot posts, in minor units; null: not known. */
  list_hourly: number | null;
  list_daily: number | null;
  /** Paid stays of 30 days in its currency, and space-minutes of 7 days. */
  observation_count: number;
  revenue_minor: number;
  paid_minutes: number;
  occupied_minutes: number;
  known_minutes: number;
};

/** Lots of one country and currency. */
export type Market = { country: string; currency: string };

/** What votes and weighs for a figure, lot by lot, in the order of the lots. */
export type TileLots = {
  at: readonly LatLng[];
  cells: BigInt64Array;
  /** Indexes of `markets` and `holdings`. */
  market: Uint16Array;
  holding: Uint32Array;
  weight: Float64Array;
  hourly: Prices;
  daily: Prices;
  markets: readonly Market[];
  holdings: readonly Holding[];
  own: OwnColumns;
};

/** What happened on each lot, which is told to its own operator only. */
export type OwnColumns = Record<(typeof OWN)[number], Float64Array>;
export const OWN = [
  'space_count',
  'observation_count',
  'revenue_minor',
  'paid_minutes',
  'occupied_minutes',
  'known_minutes',
] as const;

/** By list, and as paid around it. A class of -1: the price is not known. */
export type Prices = { priceClass: Int16Array; list: Float64Array; vote: Float64Array };

export function tileLotsOf(
  lots: readonly PublishedLot[],
  { areaOf, searchesAt }: { areaOf: AreaOf; searchesAt: SearchesAt },
): TileLots {
  const markets = numberer<Market>();
  const holdings = numberer<Holding>();
  const areas = lots.map(areaOf);
  const market = Uint16Array.from(lots, ({ country, currency }) =>
    markets.numberOf(`${country} ${currency}`, { country, currency }),
  );
  return {
    at: lots.map(({ latitude, longitude }) => ({ lat: latitude, lng: longitude })),
    cells: BigInt64Array.from(lots, ({ cell }) => cell),
    market,
    holding: Uint32Array.from(lots, (lot, i) => {
      const searches = searchesAt(lot.cell) ?? null;
      const holding = holdingOf(lot, { market: market[i] ?? 0, area: areas[i], searches });
      return holdings.numberOf(keyOf(holding), holding);
    }),
    weight: Float64Array.from(lots, (lot, i) => weightOf(lot, areas[i])),
    hourly: pricesOf(
      lots.map(({ list_hourly }) => list_hourly),
      areas,
    ),
    daily: pricesOf(
      lots.map(({ list_daily }) => list_daily),
      areas,
    ),
    markets: markets.all,
    holdings: holdings.all,
    own: Object.fromEntries(
      OWN.map((name) => [name, Float64Array.from(lots, (lot) => lot[name] ?? 0)]),
    ) as OwnColumns,
  };
}

function holdingOf(
  { operator_id, list_hourly, list_daily }: PublishedLot,
  around: Pick<Holding, 'market' | 'area' | 'searches'>,
): Holding {
  return {
    operatorId: operator_id,
    ...around,
    hasHourly: list_hourly !== null,
    hasDaily: list_daily !== null,
  };
}

function keyOf({ operatorId, market, area, searches, hasHourly, hasDaily }: Holding): string {
  const place = [area?.country, area?.cell, searches];
  return [operatorId, market, ...place, hasHourly, hasDaily].join(' ');
}

/** Its spaces, at most 500; those of the median lot of its area where nobody counted them. */
function weightOf({ space_count }: PublishedLot, area: ToldArea | undefined): number {
  return Math.min(WEIGHT_MAX, space_count ?? area?.median_space_count ?? 1);
}

/** A list price moves as prices that were paid around it have moved. */
function votedPrice(list: number, area: Pick<ToldArea, 'paid_pct'> | undefined): number {
  const paid = area?.paid_pct ?? PERCENT;
  return Math.floor((2 * list * paid + PERCENT) / (2 * PERCENT));
}

function pricesOf(
  lists: readonly (number | null)[],
  areas: readonly (ToldArea | undefined)[],
): Prices {
  const votes = lists.map((list, i) => (list === null ? null : votedPrice(list, areas[i])));
  return {
    priceClass: Int16Array.from(votes, (vote) => (vote === null ? -1 : classOf(vote))),
    list: Float64Array.from(lists, (list) => list ?? 0),
    vote: Float64Array.from(votes, (vote) => vote ?? 0),
  };
}

/** Numbers what has the same key alike, from 0. */
function numberer<T>() {
  const numbers = new Map<string, number>();
  const all: T[] = [];
  return {
    all,
    numberOf(key: string, one: T): number {
      const known = numbers.get(key);
      if (known !== undefined) return known;
      numbers.set(key, all.length);
      return all.push(one) - 1;
    },
  };
}
