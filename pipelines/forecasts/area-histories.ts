import { AREA_SPACES } from '../../src/demand/areas/area-forecast.ts';
import {
  BOUNDED_OPERATORS_MIN,
  heardAmount,
  heardShare,
  type Voice,
} from '../../src/demand/tiles/operator-cap.ts';
import { HALF_HOURS } from '../../src/kit/forecast/history/day-curve.ts';
import type { HistorySpan, LotHistory } from '../../src/kit/forecast/history/lot-history.ts';
import { yieldThread } from '../../src/kit/pool/time-slices.ts';
import type { Warehouse } from '../../src/stores/warehouse/warehouse.ts';
import type { Area, AreaLot } from './areas.ts';
import { readHistories } from './histories.ts';

/** Their histories are in memory together: about 0.3 MB each. */
const LOTS_PER_PART = 200;
/** Shares are added up in whole millionths of a space, so that no order changes a sum. */
const MILLION = 1_000_000;

type Figures = { shares: Float32Array; sessions: Float32Array; revenueMinor: Float32Array };
const FIGURES = ['shares', 'sessions', 'revenueMinor'] as const;

/** What happened on the lots of one operator, per space; NaN where nothing is known. */
type OperatorPast = { weight: number; figures: Figures };

/** Sums over lots of one operator, and the spaces of those with known figures. */
type Sums = {
  weight: number;
  sums: Record<keyof Figures, { worth: Float64Array; spaces: Float64Array }>;
};

/**
 * What happened in each of some areas, in their order, as if it were one lot with AREA_SPACES
 * spaces: the mean over operators in each half hour, each with the same weight, and on each day by
 * the spaces of their lots, only where four of them are known. See heardShare and heardAmount for
 * how little one of them moves. The same whichever of the operators had which past.
 */
export async function* readAreaHistories(
  warehouse: Warehouse,
  areas: readonly Area[],
  spanOf: (area: Area) => HistorySpan,
): AsyncGenerator<readonly [Area, LotHistory]> {
  const lots = areas.flatMap((area) =>
    area.lots.map((lot) => ({ ...lot, timezone: area.timezone, currency: area.currency, area })),
  );
  const pasts: OperatorPast[] = [];
  let sums: Sums | undefined;
  for (let from = 0; from < lots.length; from += LOTS_PER_PART) {
    // Lots of several areas together, because each reading goes through all that is known.
    const part = lots.slice(from, from + LOTS_PER_PART);
    const histories = await readHistories(warehouse, part, ({ area }) => spanOf(area));
    for (const [i, lot] of part.entries()) {
      const { area } = lot;
      const next = lots[from + i + 1];
      sums ??= noSums(spanOf(area).days);
      const history = histories.get(lot.lotId);
      if (history !== undefined) addLot(sums, lot, history);
      if (next?.area === area && next.operatorId === lot.operatorId) continue;
      pasts.push(pastOf(sums));
      sums = undefined;
      if (next?.area === area) continue;
      yield [area, join(pasts.splice(0), spanOf(area))];
      await yieldThread();
    }
  }
}

function noSums(days: number): Sums {
  const zeros = (size: number) => ({
    worth: new Float64Array(size),
    spaces: new Float64Array(size),
  });
  return {
    weight: 0,
    sums: { shares: zeros(days * HALF_HOURS), sessions: zeros(days), revenueMinor: zeros(days) },
  };
}

/** Spaces are those that are posted, also where counts tell of more. */
function addLot(to: Sums, { totalSpaces: spaces }: AreaLot, history: LotHistory): void {
  to.weight += spaces;
  for (const name of FIGURES) {
    const unit = name === 'shares' ? spaces * MILLION : 1;
    const values = history[name];
    const { worth, spaces: known } = to.sums[name];
    for (let i = 0; i < values.length; i += 1) {
      const value = values[i] ?? Number.NaN;
      if (Number.isNaN(value)) continue;
      worth[i] = (worth[i] ?? 0) + Math.round(value * unit);
      known[i] = (known[i] ?? 0) + spaces;
    }
  }
}

function pastOf({ weight, sums }: Sums): OperatorPast {
  const perSpace = (name: keyof Figures) => {
    const { worth, spaces } = sums[name];
    const unit = name === 'shares' ? MILLION : 1;
    return Float32Array.from(worth, (sum, i) => sum / ((spaces[i] ?? 0) * unit));
  };
  const [shares, sessions] = [perSpace('shares'), perSpace('sessions')];
  return { weight, figures: { shares, sessions, revenueMinor: perSpace('revenueMinor') } };
}

function join(pasts: readonly OperatorPast[], { firstDay, days }: HistorySpan): LotHistory {
  const meanOf = (name: keyof Figures) =>
    Float32Array.from({ length: days * (name === 'shares' ? HALF_HOURS : 1) }, (_, i) => {
      const voices = pasts.flatMap(({ weight, figures }): Voice | [] => {
        const value = figures[name][i] ?? Number.NaN;
        return Number.isNaN(value) ? [] : { weight, value };
      });
      if (voices.length < BOUNDED_OPERATORS_MIN) return Number.NaN;
      // In an order that does not tell who they are, because it changes the last digits of sums.
      voices.sort((a, b) => a.weight - b.weight || a.value - b.value);
      if (name === 'shares') return heardShare(voices.map(alike)) ?? Number.NaN;
      return AREA_SPACES * (heardAmount(voices) ?? Number.NaN);
    });
  const [shares, sessions] = [meanOf('shares'), meanOf('sessions')];
  return {
    ...{ firstDay, days, spaces: AREA_SPACES, isCounted: false },
    hasStays: sessions.some((value) => !Number.isNaN(value)),
    ...{ shares, sessions, revenueMinor: meanOf('revenueMinor') },
  };
}

function alike({ value }: Voice): Voice {
  return { weight: 1, value };
}
