import { isDeepStrictEqual } from 'node:util';
import { getMarketRateOperation } from '../../../api/v2/intelligence/market-rate.ts';
import type { Answer } from '../../api/client.ts';
import { asRepeated } from '../../api/repeated.ts';
import type { TestDatabase } from '../../stage/database.ts';

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

const isRepeat = ({ headers }: Answer) => headers['idempotent-replayed'] === 'true';

/**
 * The request that was charged for an answer of 200, and for how much: what the first answer says,
 * or the price when only a repeat, which costs nothing itself, was heard.
 */
const priceOf = (answer: Answer) => ({
  requestId: String(answer.body.meta.request_id),
  cents: isRepeat(answer)
    ? Number(getMarketRateOperation.price)
    : Number(answer.body.meta.cost_cents),
});

/**
 * Stores the answers to a purchase, the first rather than a repeat. Throws when one is not 200,
 * differs from another by more than its cost, or is a repeat that costs something.
 */
export function note(purchase: Purchase, came: readonly (Answer | undefined)[]): void {
  for (const answer of came) {
    if (answer === undefined) continue;
    const known = purchase.answer ?? answer;
    const isSame =
      answer.status === 200 &&
      isDeepStrictEqual(asRepeated(answer.body), asRepeated(known.body)) &&
      (!isRepeat(answer) || answer.body.meta.cost_cents === 0);
    if (!isSame) throw new Error(`${nameOf(purchase)} got ${answer.status} ${answer.text}`);
    purchase.answer = isRepeat(answer) ? known : answer;
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
