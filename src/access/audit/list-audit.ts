import { badField } from '../../kit/errors.ts';
import { type ListedRow, type Page, readCursor, toPage } from '../../kit/page.ts';
import type { Querier } from '../../stores/postgres.ts';
import { refuseFleet } from '../keys/refuse-fleet.ts';
import type { Actor } from '../principals/actor.ts';
import type { Principal } from '../principals/principal.ts';
import type { AuditAction } from './audit-actions.ts';
import { AUDIT_ID, openAuditIds } from './audit-id.ts';
import { shownDiff } from './shown-diff.ts';

/** An audit row as its operator may see it. */
export type ShownAudit = {
  id: string;
  at: Date;
  /**
   * `id` is null for a key, person or app of another operator; then `requestId` and
   * `agentPlatform` are, too.
   */
  actor: { type: Actor['type']; id: string | null };
  agentPlatform: string | null;
  action: AuditAction;
  /** null: a vehicle, which is not named. */
  entityId: string | null;
  requestId: string | null;
  /**
   * As it was written, with the names and units of columns; of a lot, `before` and `after` are the
   * whole lot in those of the API.
   */
  diff: Readonly<Record<string, unknown>>;
  /** Of the amounts in `diff`, where it does not say it itself. */
  currency: string | null;
};

/** null: any. */
type AuditFilter = {
  entityId: string | null;
  actorId: string | null;
  action: AuditAction | null;
  since: Date | null;
  until: Date | null;
};

type Row = ListedRow & {
  auditId: number;
  at: Date;
  actorType: Actor['type'];
  actorId: string;
  agentPlatform: string | null;
  action: AuditAction;
  entityId: string;
  requestId: string | null;
  diff: Record<string, unknown>;
  currency: string | null;
  isOwn: boolean;
};

/**
 * A page of the audit rows of the caller's operator in the caller's mode, newest first: what was
 * done to what is its own, by whomever, and what its keys, apps and people did elsewhere. Of other
 * operators only what they did is shown.
 * Errors: BAD_REQUEST naming `cursor`; FORBIDDEN for a fleet's key.
 */
export async function listAudit(
  db: Querier,
  caller: Principal,
  filter: AuditFilter,
  { cursor, limit }: { cursor: string | null; limit: number },
): Promise<Page<ShownAudit>> {
  refuseFleet(caller, 'audit rows');
  const { toId, toNumber } = await openAuditIds(db);
  const { afterUs, afterId } = readCursor(cursor, AUDIT_ID);
  const afterNumber = afterId === null ? null : toNumber(afterId);
  if (afterNumber === undefined) throw badField('cursor', 'is not a next_cursor');
  const rows = await db.query<Row>('audit_list_page', {
    operatorId: caller.operatorId,
    livemode: caller.livemode,
    entityId: filter.entityId,
    actorId: filter.actorId,
    action: filter.action,
    since: filter.since,
    until: filter.until,
    afterUs,
    afterId: afterNumber,
    rowLimit: limit + 1,
  });
  return toPage(rows, limit, {
    idOf: (row) => toId(row.auditId),
    read: (row) => toShown(row, toId(row.auditId)),
  });
}

function toShown(row: Row, id: string): ShownAudit {
  const { isOwn, action } = row;
  return {
    id,
    at: row.at,
    actor: { type: row.actorType, id: isOwn ? row.actorId : null },
    agentPlatform: isOwn ? row.agentPlatform : null,
    action,
    entityId: action === 'session.searched' ? null : row.entityId,
    requestId: isOwn ? row.requestId : null,
    diff: shownDiff(row.diff, isOwn),
    currency: row.currency,
  };
}
