import type { LatLng } from '../../kit/geo/great-circle.ts';
import { type Percentile, searchedShare } from '../areas/demand-score.ts';
import {
  type AreaOf,
  areaKey,
  type DisclosedArea,
  type SearchesAt,
} from '../areas/disclosed-area.ts';
import { operatorNumber } from './operator-numbers.ts';
import { classOf } from './price-classes.ts';

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
  /** Whether what happened there may be disclosed of it alone. */
  is_public: boolean;
  /** false: a possible duplicate of another lot, which is shown to its operator only. */
  is_counted: boolean;
  /** null: nobody counted them. */
  space_count: number | null;
  /** What an hour and a day cost by what the lot posts, in minor units; null: not known. */
  list_hourly: number | null;
  list_daily: number | null;
  /** What it posts, for `readTerms`; null: nothing, or it was not asked for. */
  terms?: string | null;
  /** Paid stays of 30 days in its currency, and space-minutes of 7 days. */
  observation_count: number;
  revenue_minor: number;
  paid_minutes: number;
  occupied_minutes: number;
  known_minutes: number;
};

/** Lots of one country and currency. */
export type Market = { country: string; currency: string };

/**
 * An area with lots of one market. `key`: as in areaKey; `told`: undefined for lots without
 * any figure that may be disclosed.
 */
export type AreaAround = { key: string; disclosed: DisclosedArea | undefined };

/** What an operator, by its number, has in one area, by its index. */
type Holding = { operator: number; area: number };

/** What votes and weighs for a figure, lot by lot, in the order of the lots. */
export type TileLots = {
  at: readonly LatLng[];
  /** Those that make up the market; the others are known to their own operators. */
  isCounted: readonly boolean[];
  cells: BigInt64Array;
  /** Numbers of operators, and indexes of `markets`, `areas`, `searched` and `holdings`. */
  operator: Uint32Array;
  market: Uint16Array;
  area: Uint32Array;
  searchArea: Uint32Array;
  holding: Uint32Array;
  weight: Float32Array;
  /** What each lot has to say of an hour and of a day. */
  hourly: Prices;
  daily: Prices;
  own: OwnColumns;
  markets: readonly Market[];
  areas: readonly AreaAround[];
  /** Of each area: the occupied share in percent, NaN if not known, and an index of KNOWN_FROM. */
  occupied: Float64Array;
  knownFrom: Uint8Array;
  /** Of each area, 1 if it tells what stays cost. */
  isPaid: Uint8Array;
  /** The searched share of each area of searches; NaN: not known. */
  searched: Float64Array;
  holdings: readonly Holding[];
};

/** By list, and as paid around it. A class of -1: the price is not known. */
export type Prices = { priceClass: Int16Array; list: Float64Array; vote: Float64Array };

/** From what the occupied share of an area is known: stays, counts of vehicles, or both. */
export const KNOWN_FROM = ['nothing', 'stays', 'both', 'counts'] as const;

/** What is known around lots. */
export type Around = {
  areaOf: AreaOf;
  searchesAt: SearchesAt;
  percentilesOf(country: string): readonly Percentile[];
};

/** What happened on each lot, which is shown to its own operator only. */
export type OwnColumns = Record<(typeof OWN)[number], Float64Array>;
export const OWN = [
  'space_count',
  'observation_count',
  'revenue_minor',
  'paid_minutes',
  'occupied_minutes',
  'known_minutes',
] as const;

export function tileLotsOf(lots: readonly PublishedLot[], around: Around): TileLots {
  const [markets, areas] = [numberer<Market>(), numberer<AreaAround>()];
  const [searched, holdings] = [numberer<number | null>(), numberer<Holding>()];
  const disclosed = lots.map(around.areaOf);
  const operator = Uint32Array.from(lots, ({ operator_id }) => operatorNumber(operator_id));
  const market = Uint16Array.from(lots, ({ country, currency }) =>
    markets.numberOf(`${country} ${currency}`, () => ({ country, currency })),
  );
  const area = Uint32Array.from(disclosed, (own, i) => {
    const key = own === undefined ? '' : areaKey(own);
    return areas.numberOf(`${market[i]} ${key}`, () => ({ key, disclosed: own }));
  });
  const searchArea = Uint32Array.from(lots, ({ cell, country }) => {
    const searches = around.searchesAt(cell) ?? null;
    return searched.numberOf(`${country} ${searches}`, () =>
      searchedShare(searches, around.percentilesOf(country)),
    );
  });
  const holding = operator.map((of, i) => {
    const one = { operator: of, area: area[i] ?? 0 };
    return holdings.numberOf(`${one.operator} ${one.area}`, () => one);
  });
  return {
    at: lots.map(({ latitude, longitude }) => ({ lat: latitude, lng: longitude })),
    isCounted: lots.map(({ is_counted }) => is_counted),
    cells: BigInt64Array.from(lots, ({ cell }) => cell),
    ...{ operator, market, area, searchArea, holding },
    weight: Float32Array.from(lots, (lot, i) => weightOf(lot, disclosed[i])),
    hourly: pricesOf(
      lots.map(({ list_hourly }) => list_hourly),
      disclosed,
    ),
    daily: pricesOf(
      lots.map(({ list_daily }) => list_daily),
      disclosed,
    ),
    own: Object.fromEntries(
      OWN.map((name) => [name, Float64Array.from(lots, (lot) => lot[name] ?? 0)]),
    ) as OwnColumns,
    markets: markets.all,
    areas: areas.all,
    occupied: Float64Array.from(areas.all, ({ disclosed: of }) => of?.occupied_pct ?? Number.NaN),
    knownFrom: Uint8Array.from(areas.all, ({ disclosed: of }) =>
      KNOWN_FROM.indexOf(knownFromOf(of)),
    ),
    isPaid: Uint8Array.from(areas.all, ({ disclosed: of }) =>
      typeof of?.paid_pct === 'number' ? 1 : 0,
    ),
    searched: Float64Array.from(searched.all, (share) => share ?? Number.NaN),
    holdings: holdings.all,
  };
}

function knownFromOf(area: DisclosedArea | undefined): (typeof KNOWN_FROM)[number] {
  if (typeof area?.occupied_pct !== 'number') return 'nothing';
  const { measured_pct: counted } = area;
  return counted === PERCENT ? 'counts' : counted ? 'both' : 'stays';
}

/** Its spaces, at most 500; those of the median lot of its area where nobody counted them. */
function weightOf({ space_count }: PublishedLot, area: DisclosedArea | undefined): number {
  return Math.min(WEIGHT_MAX, space_count ?? area?.median_space_count ?? 1);
}

/** A list price moves as prices that were paid around it have moved. */
function votedPrice(list: number, area: Pick<DisclosedArea, 'paid_pct'> | undefined): number {
  const paid = area?.paid_pct ?? PERCENT;
  return Math.floor((2 * list * paid + PERCENT) / (2 * PERCENT));
}

function pricesOf(
  lists: readonly (number | null)[],
  areas: readonly (DisclosedArea | undefined)[],
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
    numberOf(key: string, make: () => T): number {
      const known = numbers.get(key);
      if (known !== undefined) return known;
      numbers.set(key, all.length);
      return all.push(make()) - 1;
    },
  };
}
