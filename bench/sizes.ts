import type { CitySizes } from './stage/city-data.ts';

/** How much is laid out, and how long is measured. */
export type Sizes = {
  name: 'full' | 'quick' | 'tiny';
  /** Of the time that a bench takes at full size. */
  timeShare: number;
  pairs: number;
  durationMs: number;
  /** Lots in 200 cities, and as many in 8 metropolises. */
  lotCount: number;
  /** Numbers of lots among which is searched, ascending; the second is `lotCount`. */
  searchedLots: readonly [few: number, usual: number, many: number];
  /** Behind the market rate. */
  fewEvents: number;
  manyEvents: number;
  /** Between two refreshes. */
  newEvents: number;
  city: CitySizes;
  drainedRows: number;
  /** How many want a space of one lot at once. */
  rushCallers: number;
  courier: { deliveryCount: number; seconds: number; endpoints: number; waiting: number };
  /** How long a hostile caller works before its neighbours are measured. */
  headStartMs: number;
  /** How long callers are measured without a refresh, at least: about as long as one takes. */
  quietMs: number;
  /** Lots with a year of counts, whose forecasts are fitted. */
  fittedLots: number;
};

/** What fits into half an hour on two quiet cores, with medians of five pairs. */
const FULL: Sizes = {
  name: 'full',
  timeShare: 1,
  pairs: 5,
  durationMs: 600,
  lotCount: 200_000,
  searchedLots: [20_000, 200_000, 1_000_000],
  fewEvents: 100_000,
  manyEvents: 10_000_000,
  newEvents: 50_000,
  city: { lotCount: 2_000, queryCount: 30_000, searchCount: 30_000 },
  drainedRows: 200_000,
  rushCallers: 500,
  courier: { deliveryCount: 40_000, seconds: 4, endpoints: 200, waiting: 1_000_000 },
  headStartMs: 300,
  quietMs: 4_000,
  fittedLots: 5_000,
};

const QUICK: Sizes = {
  ...FULL,
  name: 'quick',
  timeShare: 0.3,
  pairs: 3,
  lotCount: 20_000,
  searchedLots: [2_000, 20_000, 100_000],
  fewEvents: 10_000,
  manyEvents: 200_000,
  newEvents: 10_000,
  city: { lotCount: 500, queryCount: 6_000, searchCount: 6_000 },
  courier: { deliveryCount: 10_000, seconds: 3, endpoints: 200, waiting: 100_000 },
  fittedLots: 500,
};

/** Shows that a bench runs and that its sides answer alike; its figures say nothing. */
const TINY: Sizes = {
  name: 'tiny',
  timeShare: 0.05,
  pairs: 1,
  durationMs: 100,
  lotCount: 400,
  searchedLots: [200, 400, 800],
  fewEvents: 1_000,
  manyEvents: 4_000,
  newEvents: 1_000,
  city: { lotCount: 100, queryCount: 500, searchCount: 500 },
  drainedRows: 1_000,
  rushCallers: 40,
  courier: { deliveryCount: 200, seconds: 0.3, endpoints: 10, waiting: 1_000 },
  headStartMs: 100,
  quietMs: 200,
  fittedLots: 20,
};

export const SIZES = { full: FULL, quick: QUICK, tiny: TINY } as const;
