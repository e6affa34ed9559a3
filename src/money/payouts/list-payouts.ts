import { refuseFleet } from '../../access/keys/refuse-fleet.ts';
import type { Principal } from '../../access/principals/principal.ts';
import { badField } from '../../kit/errors.ts';
import type { Page } from '../../kit/page.ts';
import type { Querier } from '../../stores/postgres.ts';
import { type AmountsRow, type Payout, type PeriodRow, toAmounts, toPayout } from './payout.ts';

/** The last payout of a page: the next page begins after it. */
type Position = { month: Date; currency: string };

/**
 * Payouts of the caller's operator, newest month first, within a month by currency. Errors:
 * BAD_REQUEST naming `cursor`; FORBIDDEN for a fleet's key.
 */
export async function listPayouts(
  db: Querier,
  caller: Principal,
  { cursor, limit }: { cursor: string | null; limit: number },
): Promise<Page<Payout>> {
  refuseFleet(caller, 'payouts');
  const after = cursor === null ? null : readCursor(cursor);
  const rows = await db.query<AmountsRow & PeriodRow>('payouts_list', {
    operatorId: caller.operatorId,
    livemode: caller.livemode,
    afterMonth: after?.month ?? null,
    afterCurrency: after?.currency ?? null,
    rowLimit: limit + 1,
  });
  const last = rows.length > limit ? rows[limit - 1] : undefined;
  return {
    rows: rows.slice(0, limit).map((row) => toPayout(caller, row, toAmounts(row))),
    nextCursor: last ? writeCursor({ month: last.fromAt, currency: last.currency }) : null,
  };
}

const CURSOR = /^(\d{4}-\d\d)_([a-z]{3})$/;

function writeCursor({ month, currency }: Position): string {
  const plain = `${month.toISOString().slice(0, 7)}_${currency}`;
  return Buffer.from(plain).toString('base64url');
}

function readCursor(cursor: string): Position {
  const plain = Buffer.from(cursor, 'base64url').toString('latin1');
  const [, digits, currency] = CURSOR.exec(plain) ?? [];
  const month = new Date(`${digits}-01T00:00:00Z`);
  if (currency === undefined || Number.isNaN(month.getTime()))
    throw badField('cursor', 'is not a next_cursor');
  return { month, currency };
}
