import { type RememberedValues, rememberValues } from '../../../access/idempotency/remember.ts';
import { PLAN_LIMITS } from '../../../access/plans/plan-limits.ts';
import { type Actor, actorOf, actorValues } from '../../../access/principals/actor.ts';
import type { Principal } from '../../../access/principals/principal.ts';
import { notFound } from '../../../kit/errors.ts';
import type { Querier } from '../../../stores/postgres.ts';
import { toRecord } from '../../../stores/row-names.ts';
import { checkLotId } from '../find-lot.ts';
import { refuseLongEvents } from '../long-events.ts';
import type { OperatorLot, StoredLot } from '../lot-columns.ts';

/** Whose lots are written, in which mode, and on whose behalf. */
export type LotWriter = {
  operatorId: string;
  livemode: boolean;
  actor: Actor;
  /** How many lots the operator may have in this mode; null: any number. */
  lotsMax: number | null;
};

/** The writer for a call with a key, which has the limit of its plan. */
export function callingWriter(caller: Principal, requestId: string): LotWriter {
  const { operatorId, livemode, plan } = caller;
  const actor = actorOf(caller, requestId);
  return { operatorId, livemode, actor, lotsMax: PLAN_LIMITS[plan].lots_max };
}

/** Columns of one lot as JSON. Those left out are not changed; a new lot gets their defaults. */
export type LotWrite = { lotId: string; columns: object };

/**
 * Why a change was refused: more spaces are in use than would remain, or amounts are stored in the
 * present currency.
 */
export type LotRefusal = 'spaces_in_use' | 'currency_in_use';

/** Whether a lot is listed, or waits for the check of its operator, and for nothing else. */
type Listing = Pick<OperatorLot, 'isListed' | 'isWaiting'>;

type LotChange = Listing & {
  lotId: string;
  outcome: 'updated' | 'unchanged' | LotRefusal;
  /** null: nothing was written. */
  updatedAt: Date | null;
  /** null: nothing that the API shows. */
  change: ShownChange | null;
};

/** What became different of a lot, as the API shows it. Values that are not shown are missing. */
export type ShownChange = Readonly<{
  changed: readonly string[];
  before: Readonly<Record<string, unknown>>;
  after: Readonly<Record<string, unknown>>;
}>;

/**
 * One of the operator's lots, listed or not, locked until the transaction ends. Errors: NOT_FOUND
 * for an id that is unknown, deleted, of another operator, of the other mode or not a UUID.
 */
export async function lockLot(
  db: Querier,
  { operatorId, livemode }: Pick<LotWriter, 'operatorId' | 'livemode'>,
  lotId: string,
): Promise<StoredLot> {
  checkLotId(lotId);
  const values = { lotId, operatorId, livemode };
  const [lot] = await db.query<StoredLot>('lot_lock', values);
  if (lot === undefined) throw notFound('lot');
  return lot;
}

/**
 * Waits for other additions of the same operator that have a limit, too. A transaction that locks
 * lots before it adds some calls this first.
 */
export async function waitForTurn(db: Querier, writer: LotWriter): Promise<void> {
  if (writer.lotsMax !== null) await db.query('lots_wait_turn', { operatorId: writer.operatorId });
}

/**
 * Adds lots, except those whose ref is taken, which are not returned. `is_added` is false for the
 * last ones, beyond the operator's limit.
 */
export async function addLots(
  db: Querier,
  writer: LotWriter,
  lots: readonly LotWrite[],
  remembered: RememberedValues = rememberValues(undefined, undefined),
): Promise<(Listing & { lotId: string; isAdded: boolean })[]> {
  if (lots.length === 0) return [];
  return db.query('lots_add', {
    ...writerValues(writer),
    lots: toJson(lots),
    lotsMax: writer.lotsMax,
    ...remembered,
  });
}

/**
 * Changes lots; a lot that was deleted is not returned. Errors: PAYLOAD_TOO_LARGE, and what the
 * store throws.
 */
export async function changeLots(
  db: Querier,
  writer: Omit<LotWriter, 'lotsMax'>,
  lots: readonly LotWrite[],
): Promise<LotChange[]> {
  if (lots.length === 0) return [];
  const values = { ...writerValues(writer), lots: toJson(lots) };
  return refuseLongEvents(() => db.query<LotChange>('lots_change', values));
}

function toJson(lots: readonly LotWrite[]): string {
  const records = lots.map(({ lotId, columns }) => ({ lot_id: lotId, columns: toRecord(columns) }));
  return JSON.stringify(records);
}

function writerValues({ operatorId, livemode, actor }: Omit<LotWriter, 'lotsMax'>) {
  return { operatorId, livemode, ...actorValues(actor) };
}
