import { demandScore } from '../../src/demand/areas/demand-score.ts';
import type { DisclosedArea } from '../../src/demand/areas/disclosed-area.ts';
import { demandOf } from '../../src/demand/rates/circle-demand.ts';
import { rateOf } from '../../src/demand/rates/circle-rate.ts';
import { operatorsOf, sumLots } from '../../src/demand/rates/circle-sums.ts';
import { lightenLots } from '../../src/demand/rates/own-sums.ts';
import { heardShare } from '../../src/demand/tiles/operator-cap.ts';
import { type PublishedLot, tileLotsOf } from '../../src/demand/tiles/tile-lots.ts';

// A market of some areas in memory: what operators post and what happened on their lots, and the
// figures that the product makes of them.

/** What one operator has in one area. `share` and `ratio` are what happened on its lots there. */
export type Part = {
  operator: string;
  area: number;
  lots: LotFacts[];
  share: number;
  ratio: number;
  stayCount?: number;
};
export type LotFacts = { spaces: number; list: number; daily: number | null };

const PERCENTILES = Array.from({ length: 101 }, (_, percentile) => ({
  country: 'CA',
  percentile,
  searcher_count: 100 * percentile,
}));

export const median = (numbers: readonly number[]) => {
  const sorted = numbers.toSorted((a, b) => a - b);
  const at = (i: number) => sorted[i] ?? Number.NaN;
  return (at((sorted.length - 1) >> 1) + at(sorted.length >> 1)) / 2;
};

/** What areas tell of these parts, as the warehouse does. */
function areasOf(parts: readonly Part[]): DisclosedArea[] {
  const areaCount = Math.max(...parts.map(({ area }) => area)) + 1;
  return Array.from({ length: areaCount }, (_, area) => {
    const own = parts.filter((part) => part.area === area && part.lots.length > 0);
    const stays = own.reduce((sum, { stayCount = 0 }) => sum + stayCount, 100);
    const voices = own.map(({ share }) => ({ weight: 1, value: share }));
    return {
      country: 'CA',
      cell: BigInt(area + 1),
      median_space_count: 20,
      stay_count: stays,
      paid_stay_count: stays,
      paid_pct: Math.round(100 * median(own.map(({ ratio }) => ratio))),
      occupied_pct: Math.round(100 * (heardShare(voices) ?? 0)),
      measured_pct: 0,
    };
  });
}

/** The figures of some of the lots, by default of all. `searches`: by area, per million spaces. */
export function figuresOf(
  parts: readonly Part[],
  searches: readonly number[],
  isIn: (lot: LotFacts) => boolean = () => true,
) {
  const areas = areasOf(parts);
  const lots = parts.flatMap((part) =>
    part.lots.filter(isIn).map((lot) => publishedLot(lot, part)),
  );
  const tile = tileLotsOf(lots, {
    areaOf: ({ cell }) => areas[Number(cell)],
    searchesAt: (cell) => searches[Number(cell)],
    percentilesOf: () => PERCENTILES,
  });
  const indexes = lots.map((_, i) => i);
  return sumLots(tile, indexes, (markets) => {
    const rate = rateOf(markets, (loud) => lightenLots(tile, indexes, loud));
    const demand = demandOf(operatorsOf(markets));
    return {
      average: rate?.hourly?.average ?? null,
      daily: rate?.daily?.average ?? null,
      paidStayCount: rate?.paidStayCount ?? null,
      occupiedPct: demand.occupiedShare === null ? null : 100 * demand.occupiedShare,
      score: demandScore(demand),
    };
  });
}

/** Here a lot's cell is the number of its area. */
function publishedLot({ spaces, list, daily }: LotFacts, { operator, area }: Part): PublishedLot {
  return {
    cell: BigInt(area),
    latitude: 43.65,
    longitude: -79.38,
    operator_id: operator,
    country: 'CA',
    currency: 'cad',
    is_public: false,
    is_counted: true,
    space_count: spaces,
    list_hourly: list,
    list_daily: daily,
    observation_count: 0,
    revenue_minor: 0,
    paid_minutes: 0,
    occupied_minutes: 0,
    known_minutes: 0,
  };
}
