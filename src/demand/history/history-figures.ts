import type { Querier } from '../../stores/postgres.ts';
import { demandScore, searchedShare } from '../areas/demand-score.ts';
import { twoDigits } from '../rates/two-digits.ts';
import type { HistoryLots, LotGroup } from './history-lots.ts';
import type { DaySpan } from './history-steps.ts';
import {
  occupiedOn,
  type PastDays,
  pastDays,
  priceIn,
  searchersOn,
  searchesOn,
  staysOn,
} from './past-days.ts';
import { readPastAreas, readPastSearches } from './read-past.ts';
import {
  type Joined,
  type StepFigure,
  stepFigures,
  stepMeans,
  type Voter,
} from './step-figures.ts';

export const HISTORY_METRICS = ['rate', 'occupancy', 'demand', 'stays', 'searches'] as const;
export type HistoryMetric = (typeof HISTORY_METRICS)[number];

/** What the figures are of. Steps end with the last day that is over. */
type Read = {
  db: Querier;
  livemode: boolean;
  lots: Pick<HistoryLots, 'groups' | 'country' | 'currency' | 'percentilesOf'>;
  period: DaySpan;
  steps: readonly DaySpan[];
};

const PERCENT = 100;
/** Callers are compared as those of a week. */
const DAYS_PER_WEEK = 7;

/** The figures of each step; values are whole numbers. */
export function historyFigures(metric: HistoryMetric, read: Read): Promise<Figures> {
  return FIGURES[metric](read);
}

type Figures = (StepFigure | null)[];

const FIGURES: Record<HistoryMetric, (read: Read) => Promise<Figures>> = {
  async occupancy(read) {
    const figures = await ofAreas(read, 'occupied');
    return mapValues(figures, ({ value }) => Math.round(PERCENT * value));
  },
  async rate(read) {
    return mapValues(await ofAreas(read, 'price'), ({ value }) => Math.round(value));
  },
  async stays(read) {
    return counts(read, await ofAreas(read, 'stays'));
  },
  async searches(read) {
    return counts(read, await ofSearches(read, 'searches'));
  },
  async demand(read) {
    const percentiles = read.lots.percentilesOf(read.lots.country);
    const occupied = await ofAreas(read, 'occupied');
    const share = ({ value }: { value: number }) =>
      searchedShare(DAYS_PER_WEEK * value, percentiles);
    const searched = percentiles.length === 0 ? [] : await ofSearches(read, 'searchers', share);
    return read.steps.map((_, i) => {
      const [one, other] = [occupied[i] ?? null, searched[i] ?? null];
      const value = demandScore({
        occupiedShare: one?.value ?? null,
        searchedShare: other?.value ?? null,
      });
      if (value === null) return null;
      const knownPart = Math.max(one?.knownPart ?? 0, other?.knownPart ?? 0);
      const isPooled = (one?.isPooled ?? false) || (other?.isPooled ?? false);
      return { value, knownPart, isPooled, isPaid: false };
    });
  },
};

/** Of a day and space: all spaces and all days of the step that are over. */
function counts({ lots, steps }: Read, figures: Figures): Figures {
  const spaces = lots.groups.reduce((sum, { weight }) => sum + weight, 0);
  return figures.map((figure, i) => {
    const { fromDay = 0, toDay = -1 } = steps[i] ?? {};
    const days = toDay - fromDay + 1;
    return figure && { ...figure, value: twoDigits(Math.round(figure.value * spaces * days)) };
  });
}

function mapValues(figures: Figures, toValue: (figure: StepFigure) => number): Figures {
  return figures.map((figure) => figure && { ...figure, value: toValue(figure) });
}

const READ_DAYS = { occupied: () => occupiedOn, stays: () => staysOn, price: priceIn };

async function ofAreas(read: Read, what: keyof typeof READ_DAYS): Promise<Figures> {
  const { db, lots, livemode, period } = read;
  const keys = lots.groups.flatMap(({ area }) => area ?? []);
  const isPrice = what === 'price';
  const pastOf = await readPastAreas(db, keys, { livemode, period, isUse: !isPrice, isPrice });
  const readDay = READ_DAYS[what](lots.currency);
  return join(read, what === 'occupied' ? 'share' : 'amount', ({ area }) =>
    area === undefined
      ? undefined
      : {
          key: `${area.country} ${area.cell}`,
          days: () => pastDays(pastOf(area), period, readDay),
        },
  );
}

/** Searches, or shares of their callers. */
async function ofSearches(
  read: Read,
  what: 'searches' | 'searchers',
  toValue?: (mean: { value: number }) => number | null,
): Promise<Figures> {
  const { db, lots, livemode, period } = read;
  const cells = lots.groups.map(({ cell }) => cell);
  // What is in no finer area has no place in common, so its callers are not compared.
  const hasRest = what === 'searches';
  const pastOf = await readPastSearches(db, cells, { livemode, period, hasRest });
  return join(
    read,
    toValue === undefined ? 'amount' : 'share',
    ({ cell }) => ({
      key: String(cell),
      days: () => pastDays(pastOf(cell), period, what === 'searches' ? searchesOn : searchersOn),
    }),
    toValue,
  );
}

type Series = { key: string; days(): PastDays };

/** Adds up what the lots of each operator have in common. */
function join(
  { lots, period, steps }: Read,
  joined: Joined,
  seriesOf: (group: LotGroup) => Series | undefined,
  toValue: (mean: { value: number }) => number | null = ({ value }) => value,
): Figures {
  const known = new Map<string, Voter['steps']>();
  const voters = new Map<string, Voter>();
  for (const group of lots.groups) {
    const series = seriesOf(group);
    const key = series?.key ?? '';
    const own =
      known.get(key) ??
      (series === undefined ? [] : stepMeans(series.days(), steps, period)).map((mean) => {
        const value = mean && toValue(mean);
        return typeof value === 'number' && mean !== undefined ? { ...mean, value } : undefined;
      });
    known.set(key, own);
    const name = `${group.operatorId} ${key}`;
    const voter = voters.get(name);
    const weight = (voter?.weight ?? 0) + group.weight;
    voters.set(name, { operatorId: group.operatorId, weight, steps: own });
  }
  return stepFigures([...voters.values()], steps.length, joined);
}
