import { isDeepStrictEqual } from 'node:util';
import type { Answer } from '../api/client.ts';
import type { TestDatabase } from '../database.ts';

/** A key that buys answers, and how. */
export type Buyer = {
  keyId: string;
  secret: string;
  /** Whether it sends an Idempotency-Key and repeats each call until it has an answer. */
  isKeyed: boolean;
};

/** One question of a buyer; without an Idempotency-Key it is sent once. */
export type Purchase = {
  buyer: Buyer;
  idempotencyKey: string | null;
  query: string;
  sentCount: number;
  answer: Answer | undefined;
};

/** What an answer of 200 says that it cost, and the request that was charged for it. */
const priceOf = ({ body }: Answer) => ({
  requestId: String(body.meta.request_id),
  cents: Number(body.meta.cost_cents),
});

/** Stores the answers to a purchase. Throws when one is not 200, or differs from another. */
export function note(purchase: Purchase, came: readonly (Answer | undefined)[]): void {
  for (const answer of came) {
    if (answer === undefined) continue;
    purchase.answer ??= answer;
    if (answer.status !== 200 || !isDeepStrictEqual(answer.body, purchase.answer.body))
      throw new Error(`${nameOf(purchase)} got ${answer.status} ${answer.text}`);
  }
}

export function nameOf({ buyer, idempotencyKey, sentCount }: Purchase): string {
  return `a purchase of ${buyer.keyId} (key ${idempotencyKey}, sent ${sentCount} times)`;
}

type Charge = { key_id: string; request_id: string; cost_cents: number };

/**
 * All differences between what was charged and what the buyers know; none when each answer of 200
 * was charged once at its price, and each call without one at most once.
 */
export async function findFaults(
  { sql }: TestDatabase,
  purchases: readonly Purchase[],
): Promise<string[]> {
  const charges = await sql<Charge>('select key_id, request_id, cost_cents from usage');
  const left = new Map(charges.map((charge) => [charge.request_id, charge]));
  const faults: string[] = [];
  if (left.size < charges.length) faults.push('one request is charged twice');
  const unheard = new Map<string, number>();
  for (const purchase of purchases) {
    const { buyer, answer } = purchase;
    if (answer === undefined) {
      unheard.set(buyer.keyId, (unheard.get(buyer.keyId) ?? 0) + 1);
      continue;
    }
    const { requestId, cents } = priceOf(answer);
    const charge = left.get(requestId);
    left.delete(requestId);
    if (charge === undefined) faults.push(`${nameOf(purchase)} was not charged`);
    else if (charge.key_id !== buyer.keyId || charge.cost_cents !== cents)
      faults.push(`${nameOf(purchase)} was charged ${JSON.stringify(charge)}, not ${cents}`);
  }
  for (const [keyId, rows] of Map.groupBy(left.values(), ({ key_id }) => key_id))
    if (rows.length > (unheard.get(keyId) ?? 0))
      faults.push(`${keyId} has ${rows.length} charges without an answer`);
  return faults;
}

/** What the buyers with Idempotency-Keys were charged, and what their answers cost, in cents. */
export async function sumsOf({ sql }: TestDatabase, purchases: readonly Purchase[]) {
  const keyed = purchases.filter(({ buyer }) => buyer.isKeyed);
  const [row] = await sql<{ cents: number }>(
    'select coalesce(sum(cost_cents), 0)::integer as cents from usage where key_id = any($1)',
    [[...new Set(keyed.map(({ buyer }) => buyer.keyId))]],
  );
  const told = keyed.map(({ answer }) => (answer === undefined ? 0 : priceOf(answer).cents));
  return { charged: row?.cents, answered: told.reduce((sum, cents) => sum + cents, 0) };
}
