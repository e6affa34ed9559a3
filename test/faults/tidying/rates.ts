import { findLot } from '../../../src/parking/lots/find-lot.ts';
import { setRate } from '../../../src/parking/lots/rates/set-rate.ts';
import { plainTariff } from '../../../src/tariffs/plain-rate.ts';
import type { Parking } from '../../stage/parking.ts';
import { type Books, quietLot } from './books.ts';

const HOUR_MS = 3_600_000;
/** How many hours pass before a run: rates before that have begun by then. */
const PASSED_HOURS = 10;
const RATE = 350;

/** The hours after which each rate of a lot begins, by the first letters of the lot's name. */
const KINDS: Record<string, { hours: number[]; after: Partial<Books['lots'][string]> }> = {
  BEGUN: { hours: [5], after: { rate: 505, to_come: 0 } },
  // The newest rate that has begun is posted, and the one that has not stays scheduled.
  MANY: { hours: [2, 20, 7], after: { rate: 507, to_come: 1 } },
  LATER: { hours: [20], after: { rate: RATE, to_come: 1 } },
};
const BEGIN = Object.keys(KINDS).filter((name) => KINDS[name]?.after.rate !== RATE);

const numbers = (count: number) => Array.from({ length: count }, (_, i) => i + 1);

/** Lots with rates that have begun and rates that have not, `copies` of each kind. */
export async function layOutRates(parking: Parking, copies: number): Promise<void> {
  await Promise.all(
    Object.entries(KINDS).map(async ([name, { hours }]) => {
      for (const number of numbers(copies))
        await schedule(parking, await addLot(parking, `${name}${number}`), hours);
    }),
  );
  await parking.database.sql(
    `update lots set scheduled_rates = (
       select jsonb_agg(rate || jsonb_build_object('effective_from',
         (rate ->> 'effective_from')::timestamptz - make_interval(hours => $1)))
       from jsonb_array_elements(scheduled_rates) as rate)`,
    [PASSED_HOURS],
  );
}

function addLot(parking: Parking, name: string): Promise<string> {
  return parking.addLot({ name, rate_minor: RATE });
}

/** Schedules a daily rate after each of these hours: 500 cents plus the number of hours. */
async function schedule({ db, caller }: Parking, lotId: string, hours: number[]): Promise<void> {
  for (const hour of hours) {
    const lot = await findLot(db, lotId, caller.livemode);
    const rate = { rateMinor: 500 + hour, rateUnit: 'day', maxDailyMinor: 900 } as const;
    await setRate(
      db,
      caller,
      lot,
      { tariff: plainTariff({ ...rate, billingStepMinutes: 1 }), priceRules: null },
      {
        effectiveFrom: new Date(lot.now.getTime() + hour * HOUR_MS),
        requestId: 'req_test',
      },
    );
  }
}

/** The books after one run, or many. */
export function tidiedRates(copies: number): Books {
  const books: Books = { stays: {}, refunds: {}, holds: {}, lots: {}, strays: [] };
  for (const [name, { hours, after }] of Object.entries(KINDS))
    for (const number of numbers(copies)) {
      const isBegun = BEGIN.includes(name);
      books.lots[`${name}${number}`] = quietLot(RATE, {
        ...after,
        ...(isBegun && { rate_unit: 'day', max_daily: 900 }),
        audited: [
          'lot.created by test',
          ...hours.map(() => 'lot.updated'),
          ...(isBegun ? ['lot.updated by apply-rates'] : []),
        ],
        announced: [...hours, ...(isBegun ? [0] : [])].map(() => 'lot.updated'),
      });
    }
  return books;
}
