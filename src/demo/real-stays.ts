import { newId } from '../access/ids.ts';
import { type PlatformFee, platformFeeOf } from '../access/plans/platform-fee.ts';
import { createSimulatedGateway } from '../money/payments/simulated-gateway.ts';
import { newSessionCode } from '../parking/sessions/session-code.ts';
import type { Querier } from '../stores/postgres.ts';
import { ACTOR_ID } from './build-ground.ts';
import { CITY, type DemoOperator } from './city.ts';
import type { DemoStay } from './demo-stays.ts';
import { lotOf, type PostedLot, priceOf } from './posted-lots.ts';

/**
 * Of the stays since the first of last month, one in this many began and was paid in this service.
 */
const PAID_ONE_IN = 20;
const STAYS_PER_STATEMENT = 5_000;

type SortedStays = { imported: DemoStay[]; paid: DemoStay[]; underWay: DemoStay[] };

/**
 * Sorts the stays that began until `now`: imported from elsewhere, or of this service and either
 * paid or still under way. Their order is kept.
 */
export function sortStays(stays: readonly DemoStay[], now: Date): SortedStays {
  const sorted: SortedStays = { imported: [], paid: [], underWay: [] };
  const paidFrom = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1);
  for (const [i, stay] of stays.entries()) {
    if (stay.startMs > now.getTime()) continue;
    if (stay.endMs > now.getTime()) sorted.underWay.push(stay);
    else if (stay.startMs >= paidFrom && i % PAID_ONE_IN === 0) sorted.paid.push(stay);
    else sorted.imported.push(stay);
  }
  return sorted;
}

/**
 * Writes stays as if this service had made them: those that are over by `now` with their money
 * captured, the others under way, to be ended by their drivers or by the job that ends them.
 */
export async function addRealStays(
  db: Querier,
  stays: readonly DemoStay[],
  city: { lotByRef: ReadonlyMap<string, PostedLot>; now: Date },
): Promise<void> {
  const payments = createSimulatedGateway(db);
  const feeOf = openFees();
  const rows: object[] = [];
  const plates: string[] = [];
  for (const stay of stays.toSorted((a, b) => a.endMs - b.endMs)) {
    const lot = lotOf(stay, city.lotByRef);
    const [startedAt, endsAt] = [new Date(stay.startMs), new Date(stay.endMs)];
    const amountMinor = priceOf(lot, startedAt, endsAt);
    const sessionId = newId('ses', stay.startMs);
    const { paymentIntentId } = await payments.createIntent({
      amountMinor,
      currency: CITY.currency,
      livemode: true,
      sessionId,
      payee: null,
      rehearsal: null,
      idempotencyKey: `${sessionId}:create`,
    });
    const isOver = endsAt <= city.now;
    const fee = isOver ? feeOf(stay.lot.operator, endsAt, amountMinor) : undefined;
    plates.push(stay.plate);
    rows.push({
      number: (rows.length % STAYS_PER_STATEMENT) + 1,
      session_id: sessionId,
      session_code: newSessionCode(),
      lot_id: lot.lotId,
      payment_intent_id: paymentIntentId,
      started_at: startedAt,
      expected_end: endsAt,
      estimated_minor: amountMinor,
      ended_at: isOver ? endsAt : null,
      subtotal_minor: isOver ? amountMinor : null,
      platform_fee_minor: fee?.platformFeeMinor ?? null,
      fee_basis_points: fee?.feeBasisPoints ?? null,
    });
  }
  for (let from = 0; from < rows.length; from += STAYS_PER_STATEMENT)
    await db.query('demo_stays_insert', {
      stays: JSON.stringify(rows.slice(from, from + STAYS_PER_STATEMENT)),
      plates: plates.slice(from, from + STAYS_PER_STATEMENT),
      actorId: ACTOR_ID,
    });
}

/** The platform's share; it depends on the operator's total of the month so far. */
function openFees(): (operator: DemoOperator, endedAt: Date, amountMinor: number) => PlatformFee {
  const grosses = new Map<string, bigint>();
  return ({ name, plan }, endedAt, subtotalMinor) => {
    const month = `${name} ${endedAt.toISOString().slice(0, 7)}`;
    const monthGrossMinor = grosses.get(month) ?? 0n;
    grosses.set(month, monthGrossMinor + BigInt(subtotalMinor));
    return platformFeeOf({ subtotalMinor, currency: CITY.currency, plan, monthGrossMinor });
  };
}
