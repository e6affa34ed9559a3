import { rememberValues } from '../../access/idempotency/remember.ts';
import { newId } from '../../access/ids.ts';
import { actorValues, systemActor } from '../../access/principals/actor.ts';
import { notFound } from '../../kit/errors.ts';
import type { Querier } from '../../stores/postgres.ts';
import { releaseHolds } from '../holds/release-holds.ts';
import type { Erasure } from './erasure.ts';

/** What ends when an operator leaves. */
export type Leaving = {
  name: string;
  keyCount: number;
  webhookCount: number;
  lotCount: number;
  /** Holds that have not begun. */
  holdCount: number;
};

const ROWS_PER_STATEMENT = 500;
const ACTOR = systemActor('hexlot operator leave');

/** What would end if an operator left. Errors: NOT_FOUND. */
export async function measureLeaving(db: Querier, operatorId: string): Promise<Leaving> {
  const [leaving] = await db.query<Leaving>('operators_measure', { operatorId });
  if (leaving === undefined) throw notFound('operator');
  return leaving;
}

/**
 * Ends the keys and webhooks of an operator, takes its lots off the list and cancels holds that
 * have not begun; its stays go on to their end. After `waitDays` its address and the persons that
 * only it has are erased; money records stay. Safe to repeat after an end halfway: each part ends
 * only what goes on. Returns what ended and when the erasure is due. Errors: NOT_FOUND.
 */
export async function leaveOperator(
  db: Querier,
  { operatorId, waitDays }: { operatorId: string; waitDays: number },
): Promise<Leaving & { dueAt: Date }> {
  const { name } = await measureLeaving(db, operatorId);
  const actorId = ACTOR.id;
  const [closed] = await db.query<Pick<Leaving, 'keyCount' | 'webhookCount'>>('operators_close', {
    operatorId,
    actorId,
  });
  const lotCount = await untilNone(async () => {
    const values = { operatorId, actorId, rowLimit: ROWS_PER_STATEMENT };
    const [row] = await db.query<{ rowCount: number }>('lots_delist', values);
    return row?.rowCount ?? 0;
  });
  const holdCount = await untilNone(() => cancelAhead(db, operatorId));
  let dueAt = new Date(0);
  for (const livemode of [true, false])
    dueAt = await askErasure(db, { operatorId, livemode, waitDays });
  const { keyCount = 0, webhookCount = 0 } = closed ?? {};
  return { name, keyCount, webhookCount, lotCount, holdCount, dueAt };
}

async function untilNone(work: () => Promise<number>): Promise<number> {
  let sum = 0;
  for (let count = await work(); count > 0; count = await work()) sum += count;
  return sum;
}

async function cancelAhead(db: Querier, operatorId: string): Promise<number> {
  const values = { operatorId, rowLimit: ROWS_PER_STATEMENT };
  const ahead = await db.query<{ holdId: string }>('holds_list_ahead', values);
  const holdIds = ahead.map(({ holdId }) => holdId);
  return (await releaseHolds(db, ACTOR, holdIds, 'canceled')).length;
}

async function askErasure(
  db: Querier,
  scope: { operatorId: string; livemode: boolean; waitDays: number },
): Promise<Date> {
  const [erasure] = await db.query<Erasure>('erasures_insert', {
    erasureId: newId('era'),
    ...scope,
    kind: 'operator',
    plate: null,
    subject: null,
    ...actorValues(ACTOR),
    ...rememberValues(undefined, undefined),
  });
  if (erasure === undefined) throw new Error('the erasure was not stored');
  return erasure.dueAt;
}
