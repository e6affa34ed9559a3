import type { Principal } from '../../../../src/access/principals/principal.ts';
import type { TestDatabase } from '../../../stage/database.ts';

const PATH = '/api/v2/intelligence/';

/** Writes a charge of the caller at an instant, as if it had been made then. */
export async function addCharge(
  { sql }: Pick<TestDatabase, 'sql'>,
  payer: Pick<Principal, 'operatorId' | 'id'> | { operatorId: string; keyId: string },
  { at, cents = 10, endpoint = 'market-rate' }: { at: string; cents?: number; endpoint?: string },
): Promise<void> {
  await sql(
    `insert into usage (at, operator_id, key_id, livemode, endpoint, cost_cents, request_id)
     values ($1, $2, $3, true, $4, $5, 'req_test')`,
    [at, payer.operatorId, 'id' in payer ? payer.id : payer.keyId, PATH + endpoint, cents],
  );
}

/** Makes an operator as old as if it had been created at this instant. */
export async function createdAt(
  { sql }: Pick<TestDatabase, 'sql'>,
  operatorId: string,
  at: string,
): Promise<void> {
  await sql('update operators set created_at = $2 where operator_id = $1', [operatorId, at]);
}

/** The month (UTC) that lies so many months after this one, as `yyyy-mm`. */
export function monthFromNow(months: number, now = new Date()): string {
  const from = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + months));
  return from.toISOString().slice(0, 7);
}
