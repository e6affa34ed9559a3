import { cellParent } from '../../kit/geo/cells.ts';
import type { LatLng } from '../../kit/geo/great-circle.ts';
import type { Querier } from '../../stores/postgres.ts';
import type { KnownCity } from '../agent-demand/choose-city.ts';
import { COARSEST_AREA, FINEST_AREA } from '../areas/cut-areas.ts';
import { coverArea } from '../rates/area.ts';
import { isIn, TILE_RESOLUTION } from '../tiles/cap-tree.ts';
import type { MarketTiles, TilesRead } from '../tiles/market-tiles.ts';
import { operatorIdOf } from '../tiles/operator-numbers.ts';
import type { Tile } from '../tiles/tile.ts';
import type { AreaKey } from './read-past.ts';

/** Where the past is asked of. */
export type HistoryPlace = { city: KnownCity } | { centre: LatLng; radiusM: number };

/** Lots of one operator that have the same past. `weight`: their spaces, at most 500 of each. */
export type LotGroup = {
  operatorId: string;
  /** The area they are in now; undefined: none. */
  area: AreaKey | undefined;
  /** A cell that is in one area of searches. */
  cell: bigint;
  weight: number;
};

export type HistoryLots = Pick<TilesRead, 'percentilesOf' | 'answers' | 'asOf'> & {
  groups: readonly LotGroup[];
  lotCount: number;
  /** Of most of them. */
  country: string;
  currency: string;
};

type Deps = { db: Querier; market: MarketTiles; livemode: boolean };

/** The listed active lots of a place as they are now. */
export async function findHistoryLots(
  { db, market, livemode }: Deps,
  place: HistoryPlace,
): Promise<HistoryLots> {
  const { cells, finer, isMeant } =
    'city' in place ? await coverCity({ db, market, livemode }, place.city) : coverCircle(place);
  const { tiles, ...rest } = await market.read(livemode, cells, finer);
  const groups = new Map<string, LotGroup>();
  const counts = { country: new Map<string, number>(), currency: new Map<string, number>() };
  let lotCount = 0;
  for (const tile of tiles)
    for (const [i, at] of tile.lots.at.entries()) {
      if (!isMeant(tile, i, at)) continue;
      lotCount += 1;
      addLot(groups, tile, i);
      const market = tile.lots.markets[tile.lots.market[i] ?? -1];
      count(counts.country, market?.country ?? '');
      count(counts.currency, market?.currency ?? '');
    }
  return {
    ...rest,
    groups: [...groups.values()],
    lotCount,
    country: mostOf(counts.country),
    currency: mostOf(counts.currency),
  };
}

function addLot(groups: Map<string, LotGroup>, { lots }: Tile, i: number): void {
  const operatorId = operatorIdOf(lots.operator[i] ?? -1);
  const { key: areaAround, disclosed } = lots.areas[lots.area[i] ?? -1] ?? {};
  const cell = cellParent(lots.cells[i] ?? 0n, FINEST_AREA);
  const key = `${operatorId} ${areaAround} ${cell}`;
  const group = groups.get(key) ?? {
    operatorId,
    area: disclosed && { country: disclosed.country, cell: disclosed.cell },
    cell,
    weight: 0,
  };
  group.weight += lots.weight[i] ?? 0;
  groups.set(key, group);
}

type Cover = {
  cells: readonly bigint[];
  finer(): readonly bigint[];
  isMeant(tile: Tile, index: number, at: LatLng): boolean;
};

function coverCircle(place: { centre: LatLng; radiusM: number }): Cover {
  const { circle, ...cover } = coverArea(place);
  return { ...cover, isMeant: (_tile, _index, at) => isIn({ at }, circle) };
}

/** A city is the cells that lie in it. */
async function coverCity({ db, market, livemode }: Deps, city: KnownCity): Promise<Cover> {
  const { answers } = await market.read(livemode, []);
  const { cells } = await answers.find(`cells of city ${city.id}`, async () => {
    const rows = await db.query<{ cell: string }>('city_cells_list', { cityId: city.id });
    return { cells: new Set(rows.map(({ cell }) => BigInt(cell))), byteLength: 50 * rows.length };
  });
  const parentsAt = (resolution: number) => [
    ...new Set([...cells].map((cell) => cellParent(cell, resolution))),
  ];
  return {
    cells: parentsAt(TILE_RESOLUTION),
    finer: () => parentsAt(COARSEST_AREA),
    isMeant: ({ lots }, index) => cells.has(lots.cells[index] ?? 0n),
  };
}

function count(counts: Map<string, number>, name: string): void {
  counts.set(name, (counts.get(name) ?? 0) + 1);
}

/** The most frequent; among equals the alphabetically first. */
function mostOf(counts: ReadonlyMap<string, number>): string {
  const [first] = [...counts].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1));
  return first?.[0] ?? '';
}
