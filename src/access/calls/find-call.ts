import { notFound } from '../../kit/errors.ts';
import type { Querier } from '../../stores/postgres.ts';
import type { AuditAction } from '../audit/audit-actions.ts';
import { openAuditIds } from '../audit/audit-id.ts';
import { refuseFleet } from '../keys/refuse-fleet.ts';
import type { Principal } from '../principals/principal.ts';
import type { CallError } from './finished-call.ts';

/** A batch may write thousands. */
export const CHANGES_SHOWN_MAX = 100;

type Refusal = CallError & { operation: string; status: number; durationMs: number };
type Charge = { endpoint: string; costCents: number };
/** An audit row. `entityId` is null for a vehicle, which is not named. */
type Change = { id: string; action: AuditAction; entityId: string | null };

/** What is known of a call. */
type KnownCall = {
  /** When it was answered, as near as that is known. */
  at: Date;
  callerId: string;
  /** Null where it was answered as asked, or where no refusal was kept. */
  refusal: Refusal | null;
  charges: Charge[];
  /** At most CHANGES_SHOWN_MAX. */
  changes: Change[];
  hasMoreChanges: boolean;
};

type RefusalRow = Refusal & { at: Date; callerId: string };
type ChargeRow = Charge & { at: Date; keyId: string };
type ChangeRow = Omit<Change, 'id'> & { auditId: number; at: Date; actorId: string };

/**
 * What is known of a call of the caller's operator in its mode: why it was refused, what it was
 * charged for and what it changed. Errors: NOT_FOUND where nothing is known of it, FORBIDDEN for a
 * fleet's key.
 */
export async function findCall(
  db: Querier,
  caller: Principal,
  requestId: string,
): Promise<KnownCall> {
  refuseFleet(caller, 'calls by their ids');
  const { operatorId, livemode } = caller;
  const own = { requestId, operatorId, livemode };
  const [[refused], charged, changed] = await Promise.all([
    db.query<RefusalRow>('call_refusals_find', own),
    db.query<ChargeRow>('usage_find_call', own),
    db.query<ChangeRow>('audit_find_call', { ...own, rowLimit: CHANGES_SHOWN_MAX + 1 }),
  ]);
  const [change] = changed;
  const [charge] = charged;
  const at = refused?.at ?? charge?.at ?? change?.at;
  const callerId = refused?.callerId ?? charge?.keyId ?? change?.actorId;
  if (at === undefined || callerId === undefined) throw notFound('call');
  return {
    at,
    callerId,
    refusal: refused ? toRefusal(refused) : null,
    charges: charged.map(({ endpoint, costCents }) => ({ endpoint, costCents })),
    changes: await toChanges(db, changed.slice(0, CHANGES_SHOWN_MAX)),
    hasMoreChanges: changed.length > CHANGES_SHOWN_MAX,
  };
}

function toRefusal({ operation, status, code, reason, fields, durationMs }: RefusalRow): Refusal {
  return { operation, status, code, reason, fields, durationMs };
}

async function toChanges(db: Querier, rows: readonly ChangeRow[]): Promise<Change[]> {
  if (rows.length === 0) return [];
  const { toId } = await openAuditIds(db);
  return rows.map(({ auditId, action, entityId }) => ({ id: toId(auditId), action, entityId }));
}
