import { circleCap, coverCircle } from '../geometry/circle-cover.ts';
import type { LatLng } from '../geometry/great-circle.ts';
import { type Circle, TILE_RESOLUTION } from './cap-tree.ts';
import type { Demand, Percentile } from './demand-score.ts';
import type { MarketTiles } from './market-tiles.ts';
import { addTile, type Sums } from './tile.ts';
import type { Votes } from './votes.ts';

export type AreaQuestion = {
  centre: LatLng;
  radiusM: number;
  operatorId: string;
  livemode: boolean;
};

/** The lots and searches of a circle as they were published. */
export type Area = Omit<Sums, 'searchCount'> & {
  lotCount: number;
  /** Of most lots; '' where there is none. */
  country: string;
  /** Of that country, in ascending order. */
  percentiles: readonly Percentile[];
  demand: Demand;
  /** Everything up to this instant is included. */
  asOf: Date;
};

/** A circle with its cells of TILE_RESOLUTION. */
export type Cover = { circle: Circle; cells: readonly bigint[] };

export function coverArea({ centre, radiusM }: Pick<AreaQuestion, 'centre' | 'radiusM'>): Cover {
  const circle = { centre, radiusM, cap: circleCap(centre, radiusM) };
  return { circle, cells: coverCircle(circle.cap, TILE_RESOLUTION) };
}

/** Throws INTERNAL (503) while nothing has been published yet. */
export async function readArea(
  market: MarketTiles,
  { livemode, operatorId }: Pick<AreaQuestion, 'livemode' | 'operatorId'>,
  { circle, cells }: Cover,
): Promise<Area> {
  const { tiles, percentilesOf, asOf } = await market.read(livemode, cells);
  const sums: Sums = { votes: [], searchCount: 0, ownLotCount: 0 };
  for (const tile of tiles) addTile(sums, tile, circle, operatorId);
  const { votes, searchCount, ownLotCount } = sums;
  const country = countryOf(votes);
  return {
    votes,
    ownLotCount,
    lotCount: sumOf(votes, 'lot_count'),
    country,
    percentiles: percentilesOf(country),
    demand: demandOf(votes, searchCount),
    asOf,
  };
}

type Summed =
  | 'lot_count'
  | 'space_count'
  | 'occupied_minutes'
  | 'known_minutes'
  | 'measured_minutes'
  | 'measured_lot_count';

export function sumOf(votes: readonly Votes[], column: Summed): number {
  return votes.reduce((sum, row) => sum + row[column], 0);
}

/** Among equals the alphabetically first. */
function countryOf(votes: readonly Votes[]): string {
  const countries = [...Map.groupBy(votes, ({ country }) => country)].map(([country, rows]) => ({
    country,
    lotCount: sumOf(rows, 'lot_count'),
  }));
  countries.sort((a, b) => b.lotCount - a.lotCount || (a.country < b.country ? -1 : 1));
  return countries[0]?.country ?? '';
}

function demandOf(votes: readonly Votes[], searchCount: number): Demand {
  return {
    space_count: sumOf(votes, 'space_count'),
    occupied_minutes: sumOf(votes, 'occupied_minutes'),
    known_minutes: sumOf(votes, 'known_minutes'),
    measured_minutes: sumOf(votes, 'measured_minutes'),
    search_count: searchCount,
  };
}
