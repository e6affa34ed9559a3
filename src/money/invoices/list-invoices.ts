import { refuseFleet } from '../../access/keys/refuse-fleet.ts';
import type { Principal } from '../../access/principals/principal.ts';
import { badField } from '../../kit/errors.ts';
import type { Page } from '../../kit/page.ts';
import type { Querier } from '../../stores/postgres.ts';
import { monthName } from '../usage/month.ts';
import type { Invoice } from './invoice.ts';

const MONTH = /^\d{4}-(0[1-9]|1[0-2])$/;

/**
 * Issued invoices of the caller's operator, newest month first; a test key has none. Errors:
 * BAD_REQUEST naming `cursor`; FORBIDDEN for a fleet's key.
 */
export async function listInvoices(
  db: Querier,
  caller: Principal,
  { cursor, limit }: { cursor: string | null; limit: number },
): Promise<Page<Invoice>> {
  refuseFleet(caller, 'invoices');
  const beforeMonth = cursor === null ? null : monthIn(cursor);
  if (!caller.livemode) return { rows: [], nextCursor: null };
  const found = await db.query<Invoice>('invoices_list_page', {
    operatorId: caller.operatorId,
    beforeMonth,
    rowLimit: limit + 1,
  });
  const rows = found.slice(0, limit);
  const last = found.length > limit ? rows.at(-1) : undefined;
  return { rows, nextCursor: last ? toBase64(monthName(last.fromAt)) : null };
}

const toBase64 = (text: string) => Buffer.from(text).toString('base64url');

/** An operator has one invoice for a month, so the month of the last one is the cursor. */
function monthIn(cursor: string): Date {
  const month = Buffer.from(cursor, 'base64url').toString('latin1');
  if (!MONTH.test(month)) throw badField('cursor', 'is not a next_cursor');
  return new Date(`${month}-01T00:00:00Z`);
}
