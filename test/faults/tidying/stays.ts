import { expireOverdue } from '../../../src/parking/sessions/expire-sessions.ts';
import { addCaller, addLot, type LotColumns } from '../../stage/fixtures.ts';
import type { Parking } from '../../stage/parking.ts';
import { type Books, closedStay, quietLot } from './books.ts';
import { REFUSED_MINOR } from './job.ts';

const CLOSED = ['session.closed by expire-sessions', 'session.created'];
const EXPIRED = {
  audited: ['payment.completed by expire-sessions', ...CLOSED],
  announced: ['payment.completed', 'session.created', 'session.ended'],
};
const EXTENDED = {
  audited: [...EXPIRED.audited, 'session.extended'],
  announced: [...EXPIRED.announced, 'session.extended'],
};
const SETTLED = {
  audited: ['payment.completed by expire-sessions', 'session.closed', 'session.created'],
  announced: EXPIRED.announced,
};
const REFUSED = {
  audited: ['payment.failed by expire-sessions', ...CLOSED],
  announced: ['payment.failed', 'session.created'],
};
const REFUSED_STAY = closedStay('payment_failed', REFUSED_MINOR, REFUSED, {
  is_at_end: true,
  captured: null,
});

type Kind = {
  lot: Partial<LotColumns>;
  hours: number;
  after: Books['stays'][string];
  /** Extended by half an hour. */
  isExtended?: true;
  /** The status in which a process left it when it died: ended in time, or expired. */
  left?: 'ending' | 'expiring';
};

/** One stay of each kind, on a lot of its own. The keys are the first letters of the plates. */
const KINDS: Record<string, Kind> = {
  HOURLY: { lot: { rate_minor: 350 }, hours: 2, after: closedStay('expired', 700, EXPIRED) },
  CAPPED: {
    lot: { rate_minor: 350, max_daily_minor: 2_000 },
    hours: 30,
    after: closedStay('expired', 4_000, EXPIRED),
  },
  DAILY: {
    lot: { rate_minor: 1_500, rate_unit: 'day' },
    hours: 25,
    after: closedStay('expired', 3_000, EXPIRED),
  },
  // Costs 499.5 cents before rounding.
  HALVES: {
    lot: { rate_minor: 333 },
    hours: 1,
    isExtended: true,
    after: closedStay('expired', 500, EXTENDED),
  },
  FREE: { lot: { rate_minor: 0 }, hours: 1, after: closedStay('expired', 0, EXPIRED) },
  REFUSED: { lot: { rate_minor: REFUSED_MINOR }, hours: 1, after: REFUSED_STAY },
  LEFT: {
    lot: { rate_minor: 350 },
    hours: 1,
    left: 'expiring',
    after: closedStay('expired', 350, EXPIRED),
  },
  DENIED: { lot: { rate_minor: REFUSED_MINOR }, hours: 1, left: 'expiring', after: REFUSED_STAY },
  // Costs one started minute.
  BROKEN: {
    lot: { rate_minor: 360 },
    hours: 1,
    left: 'ending',
    after: closedStay('completed', 6, SETTLED),
  },
  GRACE: {
    lot: { rate_minor: 350 },
    hours: 1,
    after: {
      status: 'active',
      is_at_end: null,
      ...{ cost: null, fee: null, captured: null, refunded: 0, fee_refunded: 0 },
      audited: ['session.created'],
      announced: ['session.created'],
    },
  },
};

/**
 * The fee of each stay depends on the amounts captured before it, in the order of their ends: 5 %
 * up to 50 000.00 a month, then 3.3 %.
 */
const LARGE_RATE = 3_000_000;
const LARGE_FEES = [150_000, 150_000, 99_000];

const numbers = (count: number) => Array.from({ length: count }, (_, i) => i + 1);
const labels = (copies: number) => numbers(copies).map((number) => `L${100 + number}`);

/** Stays that are due, `copies` of each kind, and others that are not. */
export async function layOutStays(parking: Parking, copies: number): Promise<void> {
  await Promise.all(
    Object.entries(KINDS).map(async ([name, kind]) => {
      const lotId = await parking.addLot({ name, total_spaces: copies, ...kind.lot });
      if (name === 'HOURLY')
        await parking.database.sql(
          'update lots set space_labels = $2, free_labels = $2 where lot_id = $1',
          [lotId, labels(copies)],
        );
      for (const number of numbers(copies)) await begin(parking, lotId, `${name}${number}`, kind);
    }),
  );
  if (copies === 1) await layOutLarge(parking);
  await passTime(parking);
  await expireLeft(parking);
}

async function begin(parking: Parking, lotId: string, plate: string, kind: Kind): Promise<void> {
  const session = await parking.park(lotId, { plate, durationHours: kind.hours });
  if (kind.isExtended) await parking.extend(session, 30);
  const capture = () => Promise.reject(new Error('the process died here'));
  if (kind.left === 'ending')
    await parking.end(session, { gateway: { capture } }).catch(() => undefined);
}

async function layOutLarge(parking: Parking): Promise<void> {
  const { database } = parking;
  const as = await addCaller(database, { plan: 'enterprise' });
  const lot = { operator_id: as.operatorId, name: 'LARGE', rate_minor: LARGE_RATE };
  const lotId = await addLot(database, lot);
  for (const number of numbers(LARGE_FEES.length))
    await parking.park(lotId, { plate: `LARGE${number}`, as });
}

/**
 * Moves all stays past their grace, in the order of their plates; those of GRACE stay within it.
 */
async function passTime({ database }: Parking): Promise<void> {
  await database.sql(
    `update sessions set started_at = started_at - over.time, ended_at = ended_at - over.time,
       expected_end = expected_end - over.time
     from (
       select session_id, date_trunc('milliseconds', expected_end - now()) + interval '20 minutes'
         - row_number() over (order by plate) * interval '1 millisecond' as time
       from session_details where plate !~ '^(GRACE|BROKEN)'
       union all
       select session_id, date_trunc('milliseconds', expected_end - now()) + interval '5 minutes'
       from session_details where plate ~ '^GRACE'
       union all
       select session_id, interval '1 minute' from session_details where plate ~ '^BROKEN'
     ) as over
     where over.session_id = sessions.session_id`,
  );
}

async function expireLeft(parking: Parking): Promise<void> {
  const names = Object.keys(KINDS).filter((name) => KINDS[name]?.left === 'expiring');
  const lots = await parking.database.sql<{ lot_id: string }>(
    'select lot_id from lots where name = any($1)',
    [names],
  );
  await Promise.all(lots.map(({ lot_id }) => expireOverdue(parking.db, lot_id)));
}

/** The books after one run, or many. */
export function tidiedStays(copies: number): Books {
  const stays: Books['stays'] = {};
  const lots: Books['lots'] = {};
  for (const [name, { lot, after }] of Object.entries(KINDS)) {
    lots[name] = quietLot(lot.rate_minor ?? 0, {
      rate_unit: lot.rate_unit ?? 'hour',
      max_daily: lot.max_daily_minor ?? null,
      taken: after.status === 'active' ? copies : 0,
      free_labels: name === 'HOURLY' ? labels(copies) : [],
    });
    for (const number of numbers(copies)) stays[`${name}${number}`] = after;
  }
  if (copies === 1) {
    lots.LARGE = quietLot(LARGE_RATE);
    for (const [i, fee] of LARGE_FEES.entries())
      stays[`LARGE${i + 1}`] = closedStay('expired', LARGE_RATE, EXPIRED, { fee });
  }
  return { stays, lots, holds: {}, refunds: {}, strays: [] };
}
