import type { Principal } from '../../access/principals/principal.ts';
import { badField } from '../../kit/errors.ts';
import type { Page } from '../../kit/page.ts';
import type { Querier } from '../../stores/postgres.ts';
import type { Hold, HoldStatus } from './hold.ts';
import { type HoldRow, toHold } from './hold-row.ts';

type HoldFilter = {
  /** null: any. */
  status: HoldStatus | null;
  lotId: string | null;
  createdAfter: Date | null;
  createdBefore: Date | null;
  cursor: string | null;
  limit: number;
};

/**
 * Holds and allocations that keys of the caller's operator placed, and those that others placed on
 * its lots, newest first; for a fleet key only its fleet's. Errors: BAD_REQUEST naming `cursor`.
 */
export async function listHolds(
  db: Querier,
  caller: Principal,
  filter: HoldFilter,
): Promise<Page<Hold>> {
  const after = filter.cursor === null ? null : readCursor(filter.cursor);
  const rows = await db.query<HoldRow>('holds_list', {
    livemode: caller.livemode,
    operatorId: caller.operatorId,
    fleetId: caller.fleetId,
    status: filter.status,
    lotId: filter.lotId,
    createdAfter: filter.createdAfter,
    createdBefore: filter.createdBefore,
    afterCreatedAt: after?.createdAt ?? null,
    afterHoldId: after?.holdId ?? null,
    rowLimit: filter.limit + 1,
  });
  const last = rows.length > filter.limit ? rows[filter.limit - 1] : undefined;
  return {
    rows: rows.slice(0, filter.limit).map((row) => toHold(row, caller)),
    nextCursor: last ? writeCursor({ createdAt: last.createdAt, holdId: last.holdId }) : null,
  };
}

/** The last hold of a page: the next page begins after it. */
type Position = Pick<Hold, 'createdAt' | 'holdId'>;

const CURSOR = /^(\d{1,14})_(hold_[0-9a-f]{32})$/;

function writeCursor({ createdAt, holdId }: Position): string {
  return Buffer.from(`${createdAt.getTime()}_${holdId}`).toString('base64url');
}

function readCursor(cursor: string): Position {
  const plain = Buffer.from(cursor, 'base64url').toString('latin1');
  const [, ms, holdId] = CURSOR.exec(plain) ?? [];
  if (holdId === undefined) throw badField('cursor', 'is not a next_cursor');
  return { createdAt: new Date(Number(ms)), holdId };
}
