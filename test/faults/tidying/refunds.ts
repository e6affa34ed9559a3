import { refundSession } from '../../../src/money/refunds/refund-session.ts';
import type { PaymentGateway } from '../../../src/parking/payments/gateway.ts';
import type { Session } from '../../../src/parking/sessions/session.ts';
import type { Parking } from '../../stage/parking.ts';
import { type Books, closedStay, quietLot } from './books.ts';
import { REFUSED_MINOR } from './job.ts';

const PAID = {
  audited: ['payment.completed', 'session.closed', 'session.created'],
  announced: ['payment.completed', 'session.created', 'session.ended'],
};

type Part = {
  amount: number;
  fee: number;
  status?: 'failed';
  /** Whether the money was paid before the process died. */
  isPaid?: true;
};

/** Stays of one started minute, by the first letters of the plate, and their refunds. */
const KINDS: Record<string, { cost: number; parts: Part[] }> = {
  WHOLE: { cost: 350, parts: [{ amount: 350, fee: 35 }] },
  GONE: { cost: 350, parts: [{ amount: 100, fee: 10, isPaid: true }] },
  TWICE: {
    cost: 350,
    parts: [
      { amount: 105, fee: 11 },
      { amount: 150, fee: 15 },
    ],
  },
  REFUSED: { cost: REFUSED_MINOR, parts: [{ amount: REFUSED_MINOR, fee: 40, status: 'failed' }] },
};

const numbers = (count: number) => Array.from({ length: count }, (_, i) => i + 1);

/** Paid stays with refunds that processes left pending when they died, `copies` of each kind. */
export async function layOutRefunds(parking: Parking, copies: number): Promise<void> {
  await Promise.all(
    Object.entries(KINDS).map(async ([name, { cost, parts }]) => {
      const lot = { name, total_spaces: copies, rate_minor: cost * 60 };
      const lotId = await parking.addLot(lot);
      for (const number of numbers(copies)) {
        const plate = `${name}${number}`;
        const session = await parking.end(await parking.park(lotId, { plate }));
        for (const [i, part] of parts.entries())
          await leavePending(parking, session, `${plate} ${i}`, part);
      }
    }),
  );
  await parking.database.sql(`update refunds set created_at = created_at - interval '1 minute'`);
}

async function leavePending(
  { db, caller, payments }: Parking,
  { sessionId }: Session,
  reason: string,
  part: Part,
): Promise<void> {
  const refund: PaymentGateway['refund'] = async (asked) => {
    if (part.isPaid) await payments.refund(asked);
    throw new Error('the process died here');
  };
  const request = { sessionId, amountMinor: part.amount, reason };
  const context = { requestId: 'req_test', remember: undefined };
  const deps = { db, payments: { ...payments, refund } };
  await refundSession(deps, caller, request, context).catch(() => undefined);
}

/** The books after one run, or many. */
export function tidiedRefunds(copies: number): Books {
  const books: Books = { stays: {}, refunds: {}, holds: {}, lots: {}, strays: [] };
  for (const [name, { cost, parts }] of Object.entries(KINDS)) {
    books.lots[name] = quietLot(cost * 60);
    for (const number of numbers(copies)) {
      const plate = `${name}${number}`;
      const outcomes = parts.map(({ status = 'succeeded' }) => `refund.${status}`);
      const kept = parts.filter(({ status }) => status !== 'failed');
      books.stays[plate] = closedStay(
        'completed',
        cost,
        {
          audited: [
            ...PAID.audited,
            ...parts.map(() => 'refund.created'),
            ...outcomes.map((outcome) => `${outcome} by settle-refunds`),
          ].sort(),
          announced: PAID.announced,
        },
        {
          refunded: sum(kept.map(({ amount }) => amount)),
          fee_refunded: sum(kept.map(({ fee }) => fee)),
        },
      );
      for (const [i, { amount, fee, status = 'succeeded' }] of parts.entries())
        books.refunds[`${plate} ${i}`] = {
          status,
          amount,
          fee,
          paid: status === 'failed' ? null : amount,
          audited: ['refund.created', `refund.${status} by settle-refunds`],
        };
    }
  }
  return books;
}

function sum(amounts: readonly number[]): number {
  return amounts.reduce((total, amount) => total + amount, 0);
}
