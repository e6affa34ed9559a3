import { systemActor } from '../../access/principals/actor.ts';
import type { Postgres, Querier } from '../../stores/postgres.ts';
import { ERASURE_DAYS_MAX, type ErasureKind } from './erasure.ts';

/** Stays, and as many holds, that one transaction takes the person out of. */
const STAYS_PER_STEP_MAX = 500;

export const ERASING = systemActor('erase-persons');

export type EraseDeps = {
  db: Postgres;
  /** Ends the work between two transactions: what is done stays done. */
  signal?: AbortSignal | undefined;
  /** Stays of a transaction; a test may want few. */
  stayCountMax?: number;
};

type Erasing = Readonly<{
  operatorId: string;
  livemode: boolean;
  kind: ErasureKind;
  vehicleId: number | null;
  driverIds: number[];
  latestAt: Date;
  isLate: boolean;
}>;

type Position = Readonly<{
  lastSessionId: string | null;
  lastSessionUs: number | null;
  lastHoldId: string | null;
  lastHoldUs: number | null;
}>;
type Found = Position & { sessionIds: string[]; holdIds: string[] };
type Unlinked = {
  sessionCount: number;
  holdCount: number;
  vehicleIds: number[];
  vinIds: number[];
  driverIds: number[];
};

const START: Position = {
  lastSessionId: null,
  lastSessionUs: null,
  lastHoldId: null,
  lastHoldUs: null,
};

/**
 * Does an erasure that is due, or with `isNow` one that still waits, in transactions of some stays
 * each. It can end after any of them, and goes on there the next time. False: something that is
 * under way keeps it waiting, or it was canceled meanwhile; what is over is erased all the same.
 */
export async function erase(
  { db, signal, stayCountMax = STAYS_PER_STEP_MAX }: EraseDeps,
  { erasureId, isNow }: { erasureId: string; isNow: boolean },
): Promise<boolean> {
  const request = { erasureId, isNow, daysMax: ERASURE_DAYS_MAX };
  let position = START;
  let isSkipped = false;
  for (;;) {
    signal?.throwIfAborted();
    const step = await db.transaction(async (connection) => {
      const [erasing] = await connection.query<Erasing>('erasures_lock', request);
      if (erasing === undefined) return { isLast: true, isDone: false, isSkipped, position };
      const found = await findLinked(connection, erasing, position, stayCountMax);
      const isLast = found.sessionIds.length < stayCountMax && found.holdIds.length < stayCountMax;
      const erased = await eraseFound(connection, {
        ...{ erasureId, erasing, found },
        isWhole: isLast && !isSkipped,
      });
      return { isLast, ...erased, position: found };
    });
    isSkipped ||= step.isSkipped;
    if (step.isLast) return step.isDone;
    position = step.position;
  }
}

/** The stays and holds of a person that are over, or a page of all that an operator made. */
async function findLinked(
  connection: Querier,
  { operatorId, livemode, kind, vehicleId, driverIds, isLate }: Erasing,
  after: Position,
  rowLimit: number,
): Promise<Found> {
  const scope = { operatorId, livemode, rowLimit };
  const [found] =
    kind === 'operator'
      ? await connection.query<Found>('stays_of_operator', {
          ...scope,
          afterSessionUs: after.lastSessionUs,
          afterSessionId: after.lastSessionId,
          afterHoldUs: after.lastHoldUs,
          afterHoldId: after.lastHoldId,
        })
      : await connection.query<Found>('stays_of_person', {
          ...scope,
          vehicleId,
          driverIds,
          isLate,
        });
  if (found === undefined) throw new Error('the stays were not found');
  return { ...START, ...found };
}

/**
 * Whether the erasure is done with this, and whether something was found that is not over yet.
 * `isWhole`: nothing else is left, and nothing was skipped before.
 */
async function eraseFound(
  connection: Querier,
  step: { erasureId: string; erasing: Erasing; found: Found; isWhole: boolean },
): Promise<{ isDone: boolean; isSkipped: boolean }> {
  const { erasureId, erasing, found, isWhole } = step;
  const { operatorId, livemode, kind, vehicleId, driverIds, latestAt, isLate } = erasing;
  const [unlinked] = await connection.query<Unlinked>('persons_unlink', {
    operatorId,
    sessionIds: found.sessionIds,
    holdIds: found.holdIds,
    isLate,
    isLeaving: kind === 'operator',
  });
  if (unlinked === undefined) throw new Error('nothing was unlinked');
  const { sessionCount, holdCount } = unlinked;
  const isSkipped = sessionCount < found.sessionIds.length || holdCount < found.holdIds.length;
  const [finished] = await connection.query<{ isDone: boolean }>('erasures_finish', {
    ...{ erasureId, operatorId, livemode, vehicleId, driverIds, latestAt },
    ...{ sessionCount, holdCount, isLast: isWhole && !isSkipped, actorId: ERASING.id },
  });
  const isDone = finished?.isDone === true;
  const persons = {
    // The vehicle of a plate is dealt with once, at the end: it leads to what is not erased yet.
    vehicleIds:
      kind === 'plate' ? [vehicleId].filter((id) => isDone && id !== null) : unlinked.vehicleIds,
    vinIds: unlinked.vinIds,
    driverIds: [...new Set([...unlinked.driverIds, ...(isDone ? driverIds : [])])],
  };
  if (kind === 'operator' && isDone)
    await connection.query('operators_forget', { operatorId, livemode, actorId: ERASING.id });
  await connection.query('persons_lock', persons);
  await connection.query('persons_forget', persons);
  return { isDone, isSkipped };
}
