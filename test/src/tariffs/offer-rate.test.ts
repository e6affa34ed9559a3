import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { describeRules, type RuleConditions } from '../../../src/tariffs/apply-rules.ts';
import { type OfferedRate, offerRate } from '../../../src/tariffs/offer-rate.ts';
import { ANYWHERE, plainTariff } from '../../../src/tariffs/plain-rate.ts';
import { postedTariff } from '../../../src/tariffs/posted-tariff.ts';
import {
  DEFAULT_OCCUPANCY_BANDS,
  type OccupancyBand,
  type PriceRule,
  type PriceRules,
} from '../../../src/tariffs/price-rules.ts';
import { seedOfRun } from '../../stage/random.ts';

const START = new Date('2026-11-20T18:00:00Z');
const MINUTE_MS = 60_000;
const minutesOn = (minutes: number) => new Date(START.getTime() + minutes * MINUTE_MS);

const occupancy = (bands: readonly OccupancyBand[] = DEFAULT_OCCUPANCY_BANDS): PriceRule => ({
  id: 'rule_occupancy',
  kind: 'occupancy',
  bands: [...bands],
});
const surge = (max_multiplier_pct = 150): PriceRule => ({
  id: 'rule_surge',
  kind: 'surge',
  max_multiplier_pct,
});
/** Active from and until these minutes after the stay begins. */
const event = (multiplier_pct: number, from = -60, until = 60): PriceRule => ({
  id: 'rule_event',
  kind: 'event',
  name: 'Final',
  starts_at: minutesOn(from).toISOString(),
  ends_at: minutesOn(until).toISOString(),
  multiplier_pct,
});

type Offer = { rateMinor?: number; floor?: number; ceiling?: number } & Partial<RuleConditions>;

function offer(rules: PriceRule[], more: Offer = {}): OfferedRate {
  const { rateMinor = 1_000, floor = null, ceiling = null, ...conditions } = more;
  const rate = { rateMinor, rateUnit: 'hour' as const, billingStepMinutes: 30 };
  const tariff = postedTariff(plainTariff({ ...rate, maxDailyMinor: 5_000 }));
  const posted = { tariff, rateId: 'rate_1', conditions: ANYWHERE };
  const priceRules: PriceRules = { floor_minor: floor, ceiling_minor: ceiling, rules };
  const all = {
    startsAt: START,
    occupancyPct: null,
    surgePct: null,
    isOccupancyShown: true,
    ...conditions,
  };
  return offerRate(posted, priceRules, all, 'usd');
}

test('without rules the rate is the one that is posted', () => {
  const posted = { rateMinor: 350, rateUnit: 'day' as const, billingStepMinutes: 1 };
  const tariff = plainTariff({ ...posted, maxDailyMinor: null });
  const terms = { rateId: null, conditions: ANYWHERE };
  const conditions = {
    startsAt: START,
    occupancyPct: 100,
    surgePct: 150,
    isOccupancyShown: true,
  };
  const offered = offerRate({ tariff: postedTariff(tariff), ...terms }, null, conditions, 'usd');
  expect(offered).toEqual({
    ...{ ...posted, ...terms, tariff },
    baseRateMinor: 350,
    rules: [],
  });
});

test('rules change the rate, but not its unit, billing step, day maximum or id', () => {
  expect(offer([event(200)])).toEqual({
    rateId: 'rate_1',
    rateMinor: 2_000,
    baseRateMinor: 1_000,
    rateUnit: 'hour',
    billingStepMinutes: 30,
    conditions: ANYWHERE,
    tariff: plainTariff({
      ...{ rateMinor: 2_000, rateUnit: 'hour', billingStepMinutes: 30, maxDailyMinor: 5_000 },
    }),
    rules: [{ rule_id: 'rule_event', kind: 'event', multiplier_pct: 200, reason: 'Final' }],
  });
});

describe('occupancy', () => {
  test.each([
    [0, 800],
    [29, 800],
    [30, 900],
    [59, 900],
    [60, 1_000],
    [79, 1_000],
    [80, 1_250],
    [100, 1_250],
  ])('at %d percent of the default bands 1000 is %d', (occupancyPct, rate) => {
    expect(offer([occupancy()], { occupancyPct }).rateMinor).toBe(rate);
  });

  test('the highest band reached counts, in whatever order the bands are listed', () => {
    const bands = [
      { from_pct: 90, multiplier_pct: 300 },
      { from_pct: 20, multiplier_pct: 150 },
      { from_pct: 50, multiplier_pct: 200 },
    ];
    const rates = [19, 20, 50, 89, 90].map(
      (occupancyPct) => offer([occupancy(bands)], { occupancyPct }).rateMinor,
    );
    expect(rates).toEqual([1_000, 1_500, 2_000, 2_000, 3_000]);
  });

  test('an unknown occupancy changes nothing', () => {
    expect(offer([occupancy()])).toMatchObject({ rateMinor: 1_000, rules: [] });
  });
});

describe('an event', () => {
  test.each([
    ['that begins with the stay', 0, 60, 2_000],
    ['that ended with the minute before', -60, -1, 1_000],
    ['that ends as the stay begins', -60, 0, 1_000],
    ['that begins a minute later', 1, 60, 1_000],
  ])('%s', (_name, from, until, rate) => {
    expect(offer([event(200, from, until)]).rateMinor).toBe(rate);
  });

  test('is active at the same instants in whatever zone it is written', () => {
    const rule = { ...event(200), starts_at: '2026-11-20T19:00:00+01:00' };
    expect(offer([rule]).rateMinor).toBe(2_000);
    expect(offer([rule], { startsAt: new Date(START.getTime() - 1) }).rateMinor).toBe(1_000);
  });
});

describe('surge', () => {
  test.each([
    [null, 1_000],
    [50, 1_000],
    [100, 1_000],
    [137, 1_370],
    [150, 1_500],
    [400, 1_500],
  ])('searches of %s percent of the usual make 1000 %d', (surgePct, rate) => {
    expect(offer([surge()], { surgePct }).rateMinor).toBe(rate);
  });

  test('goes no further than its operator allows', () => {
    expect(offer([surge(110)], { surgePct: 150 }).rateMinor).toBe(1_100);
    expect(offer([surge(100)], { surgePct: 150 })).toMatchObject({ rateMinor: 1_000, rules: [] });
  });
});

describe('floor and ceiling', () => {
  test.each([
    ['below the floor', [event(50)], { floor: 600 }, 600, 'floor'],
    ['on the floor', [event(50)], { floor: 500 }, 500, 'event'],
    ['above the ceiling', [event(300)], { ceiling: 2_500 }, 2_500, 'ceiling'],
    ['on the ceiling', [event(300)], { ceiling: 3_000 }, 3_000, 'event'],
    ['a posted rate outside them', [], { ceiling: 900 }, 900, 'ceiling'],
  ])('%s', (_name, rules, limits, rate, last) => {
    const offered = offer(rules, limits);
    expect(offered.rateMinor).toBe(rate);
    expect(offered.rules.at(-1)?.kind).toBe(last);
  });
});

test('no rate is above a million units, however many rules multiply it at once', () => {
  const offered = offer(Array(50).fill(event(1_000)), { rateMinor: HIGHEST_MINOR });
  expect(offered.rateMinor).toBe(HIGHEST_MINOR);
  expect(offered.rules.at(-1)).toEqual({
    rule_id: null,
    kind: 'ceiling',
    multiplier_pct: null,
    reason: 'the highest rate',
  });
});

test('the rules that changed a rate are described in one line, in the order they were applied', () => {
  const { rules } = offer([event(200), occupancy(), surge()], {
    occupancyPct: 85,
    surgePct: 120,
    ceiling: 2_500,
  });
  expect(describeRules(rules)).toBe(
    "x 2 (Final), x 1.25 (85 % occupied), x 1.2 (many searches), the lot's ceiling",
  );
  expect(describeRules([])).toBe('');
});

/** A million dollars. */
const HIGHEST_MINOR = 100_000_000;

/** In whole numbers, so that only the last line rounds, half up. */
function oracle(
  rateMinor: number,
  rules: readonly PriceRule[],
  { floor, ceiling }: { floor: number | null; ceiling: number | null },
  { occupancyPct, surgePct }: { occupancyPct: number | null; surgePct: number | null },
): number {
  let numerator = BigInt(rateMinor);
  let denominator = 1n;
  for (const rule of rules) {
    let percent = 100;
    if (rule.kind === 'event') {
      const [from, until] = [Date.parse(rule.starts_at), Date.parse(rule.ends_at)];
      if (START.getTime() >= from && START.getTime() < until) percent = rule.multiplier_pct;
    } else if (rule.kind === 'surge') {
      const most = Math.min(rule.max_multiplier_pct, surgePct ?? 100);
      percent = most < 100 ? 100 : most;
    } else if (occupancyPct !== null) {
      const begun = rule.bands.toSorted((a, b) => a.from_pct - b.from_pct);
      percent = begun.findLast((band) => band.from_pct <= occupancyPct)?.multiplier_pct ?? 100;
    }
    numerator *= BigInt(percent);
    denominator *= 100n;
  }
  const remainder = numerator % denominator;
  const moved = Number(numerator / denominator) + (2n * remainder >= denominator ? 1 : 0);
  return Math.max(floor ?? 0, Math.min(ceiling ?? HIGHEST_MINOR, moved));
}

const percent = fc.integer({ min: 10, max: 1_000 });
const bands = fc.uniqueArray(fc.record({ from_pct: fc.nat(100), multiplier_pct: percent }), {
  minLength: 1,
  maxLength: 10,
  selector: (band) => band.from_pct,
});
const rule = fc.oneof(
  bands.map(occupancy),
  fc.integer({ min: 100, max: 150 }).map(surge),
  fc
    .record({
      percent,
      from: fc.integer({ min: -3, max: 3 }),
      length: fc.integer({ min: 1, max: 4 }),
    })
    .map((one) => event(one.percent, one.from, one.from + one.length)),
);
const limits = fc
  .record({ low: fc.option(fc.nat(100_000)), more: fc.option(fc.nat(100_000)) })
  .map(({ low, more }) => ({ floor: low, ceiling: more === null ? null : (low ?? 0) + more }));
const conditions = fc.record({
  occupancyPct: fc.option(fc.nat(100)),
  surgePct: fc.option(fc.integer({ min: 1, max: 300 })),
});

test('any rules, limits and conditions lead to the result of exact fractions', () => {
  fc.assert(
    fc.property(
      fc.nat(1_000_000),
      fc.array(rule, { maxLength: 8 }),
      limits,
      conditions,
      (rateMinor, rules, { floor, ceiling }, seen) => {
        const offered = offer(rules, {
          rateMinor,
          ...(floor !== null && { floor }),
          ...(ceiling !== null && { ceiling }),
          ...seen,
        });
        const expected = oracle(rateMinor, rules, { floor, ceiling }, seen);
        expect(offered.rateMinor).toBe(expected);
        expect(offered.baseRateMinor).toBe(rateMinor);
      },
    ),
    { numRuns: 2_000, seed: seedOfRun() },
  );
});
