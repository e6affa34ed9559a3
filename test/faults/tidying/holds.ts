import { allocateVehicles } from '../../../src/parking/fleets/allocate-vehicles.ts';
import type { Parking } from '../../stage/parking.ts';
import { type Books, quietLot } from './books.ts';

const RATE = 350;
const CREATED = 'hold.created';
const EXPIRED = 'hold.expired by sweep-holds';

const EMPTY_STAY = { cost: null, fee: null, captured: null, refunded: 0, fee_refunded: 0 };
const ARRIVED: Books['stays'][string] = {
  status: 'active',
  is_at_end: null,
  ...EMPTY_STAY,
  audited: ['session.created'],
  announced: ['session.created'],
};

const numbers = (count: number) => Array.from({ length: count }, (_, i) => i + 1);
const labels = (copies: number) => numbers(copies).map((number) => `L${100 + number}`);

/**
 * Holds that have expired, `copies` of each kind: one for one space; one for three, with one
 * activated; one of a fleet, sent to marked spaces. And two kinds that have not expired: a live
 * and a canceled one.
 */
export async function layOutHolds(parking: Parking, copies: number): Promise<void> {
  const { database } = parking;
  const lotIds: Record<string, string> = {};
  for (const name of ['NEAR', 'FAR', 'MARKED'])
    lotIds[name] = await parking.addLot({ name, rate_minor: RATE, total_spaces: 5 * copies });
  const { NEAR = '', FAR = '', MARKED = '' } = lotIds;
  await Promise.all(
    numbers(copies).map(async (number) => {
      // So that holds of one lot are not consecutive in the order of their ids.
      const [one = '', other = ''] = number % 2 === 0 ? [NEAR, FAR] : [FAR, NEAR];
      await parking.held(one, { plate: `ONE${number}` });
      const three = await parking.held(other, { plate: `THREE${number}`, spaceCount: 3 });
      await parking.activate(three, `CAME${number}`);
      await parking.held(one, { plate: `STANDS${number}` });
      await parking.cancel(await parking.held(other, { plate: `OFF${number}` }));
    }),
  );
  await database.sql('update lots set space_labels = $2, free_labels = $2 where lot_id = $1', [
    MARKED,
    labels(copies),
  ]);
  await sendFleet(parking, MARKED, copies);
  await database.sql(
    `update holds set expires_at = now() - interval '1 minute'
     from hold_details as known
     where known.hold_id = holds.hold_id and known.plate ~ '^(ONE|THREE|FLEET)'`,
  );
}

async function sendFleet({ deps, caller }: Parking, lotId: string, copies: number): Promise<void> {
  const request = {
    fleetId: 'north',
    vehicles: numbers(copies).map((number) => ({ plate: `FLEET${number}`, vin: null })),
    target: { lotId },
    arriveBy: null,
    ttlSeconds: null,
    durationHours: 1,
  };
  await allocateVehicles(deps(), caller, request, { requestId: 'req_test', remember: undefined });
}

/** The books after one run, or many. */
export function tidiedHolds(copies: number): Books {
  const books: Books = { stays: {}, refunds: {}, holds: {}, lots: {}, strays: [] };
  for (const number of numbers(copies)) {
    books.stays[`CAME${number}`] = ARRIVED;
    const gone = { status: 'expired', activated: 0, audited: [CREATED, EXPIRED] };
    Object.assign(books.holds, {
      [`ONE${number}`]: gone,
      [`THREE${number}`]: {
        status: 'expired',
        activated: 1,
        audited: ['hold.activated', CREATED, EXPIRED],
      },
      [`FLEET${number}`]: gone,
      [`STANDS${number}`]: { status: 'held', activated: 0, audited: [CREATED] },
      [`OFF${number}`]: { status: 'canceled', activated: 0, audited: ['hold.canceled', CREATED] },
    });
  }
  const even = Math.floor(copies / 2);
  const odd = copies - even;
  books.lots.NEAR = quietLot(RATE, { taken: odd, held: even });
  books.lots.FAR = quietLot(RATE, { taken: even, held: odd });
  books.lots.MARKED = quietLot(RATE, { free_labels: labels(copies) });
  return books;
}
