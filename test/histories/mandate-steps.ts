import fc from 'fast-check';
import type { Parking } from '../stage/parking.ts';
import { play, type Step } from './mandate-history.ts';

/** Minor units an hour, one for each lot. */
const RATES = [119, 350];
const STEPS = { minLength: 5, maxLength: 25 };
/** Within all limits: no history is without a stay. */
const FIRST: Step = { kind: 'park', lot: 0, hours: 1 };

const kind = <K extends Step['kind']>(name: K) => fc.constant(name);
const lot = fc.nat({ max: RATES.length - 1 });
const hours = fc.integer({ min: 1, max: 6 });
const halfHours = fc.integer({ min: 1, max: 6 });
const one = { which: fc.nat({ max: 9 }), isPerson: fc.boolean() };

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ kind: kind('park'), lot, hours }) },
  { weight: 2, arbitrary: fc.record({ kind: kind('hold'), lot, hours }) },
  { weight: 2, arbitrary: fc.record({ kind: kind('activate'), ...one }) },
  { weight: 4, arbitrary: fc.record({ kind: kind('extend'), halfHours, ...one }) },
  { weight: 4, arbitrary: fc.record({ kind: kind('end'), ...one }) },
  {
    weight: 4,
    arbitrary: fc.record({ kind: kind('pass'), minutes: fc.constantFrom(7, 40, 95) }),
  },
  { weight: 2, arbitrary: fc.record({ kind: kind('days'), days: fc.constantFrom(1, 2, 31) }) },
  { weight: 1, arbitrary: fc.record({ kind: kind('expire') }) },
  { weight: 1, arbitrary: fc.record({ kind: kind('rotate') }) },
);

const limits = fc.record({
  perStay: fc.constantFrom(null, 1_000),
  perDay: fc.constantFrom(null, 1_500, 2_000),
  perMonth: fc.constantFrom(1_900, 4_000),
});

/** Plays so many histories of mandates. Throws with the seed and the steps of one that differs. */
export async function playMandates(parking: Parking, seed: number, numRuns: number) {
  const lots = await Promise.all(
    RATES.map(async (rateMinor) => ({
      rateMinor,
      lotId: await parking.addLot({ rate_minor: rateMinor, total_spaces: 10_000 }),
    })),
  );
  await fc.assert(
    fc.asyncProperty(limits, fc.array(step, STEPS), (rules, steps) =>
      play(parking, lots, rules, [FIRST, ...steps]),
    ),
    { seed, numRuns, endOnFailure: true },
  );
  const [row] = await parking.database.sql<{ stays: number }>(
    'select count(*)::integer as stays from sessions where mandate_id is not null',
  );
  return { stays: row?.stays };
}
