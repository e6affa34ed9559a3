import type { Logger } from 'pino';
import type { Principal } from '../../access/principals/principal.ts';
import { AppError } from '../../kit/errors.ts';
import { createBatchWriter } from '../../stores/batch-writer.ts';
import type { Postgres, Querier } from '../../stores/postgres.ts';
import { findMonthSpend } from './find-month-spend.ts';
import { createFindReread, type FindReread, notePurchases, type Question } from './purchases.ts';

/** One answer to a priced question; it is charged just before it is sent. */
type Charge = {
  caller: Principal;
  endpoint: string;
  /** 0: the answer is free. */
  costCents: number;
  requestId: string;
  /** The question, where its full price is paid and a re-read costs less. */
  bought?: Question | undefined;
};

type Price = Pick<Charge, 'caller' | 'costCents'>;

export type Meter = {
  /**
   * Resolves once the charge and what it bought are in the database, together with what `keep`
   * writes in the same transaction: the answer for a repeated request. Throws FORBIDDEN
   * `spend_cap_reached`, and what `keep` throws.
   */
  charge(charge: Charge, keep?: (connection: Querier) => Promise<void>): Promise<void>;
  findReread: FindReread;
  /** Writes nothing; throws what charging this would throw now. */
  check(price: Price): Promise<void>;
  close(): Promise<void>;
};

const BATCH_ROWS_MAX = 500;
const BUFFERED_ROWS_MAX = 20_000;

/**
 * Writes a usage row per charge before the answer is sent; concurrent callers share a statement.
 * Test keys see the price and pay nothing. Calls with a key that has a monthly cap are charged one
 * at a time, so that the cap holds however many calls there are.
 */
export function createMeter(db: Postgres, log: Logger): Meter {
  const writer = createBatchWriter<Charge>({
    name: 'usage',
    write: (charges) =>
      charges.some(({ bought }) => bought !== undefined)
        ? db.transaction((connection) => writeCharges(connection, charges))
        : writeCharges(db, charges),
    maxRows: BATCH_ROWS_MAX,
    maxDelayMs: 0,
    maxBuffered: BUFFERED_ROWS_MAX,
    log,
  });
  return {
    async charge(charge, keep) {
      const { id: keyId, spendCapCents } = charge.caller;
      const isDue = isPaid(charge);
      if (keep === undefined && !isDue && charge.bought === undefined) return;
      if (keep === undefined && spendCapCents === null) return writer.addAndWait(charge);
      await db.transaction(async (connection) => {
        await keep?.(connection);
        if (isDue) {
          if (spendCapCents !== null) await connection.query('api_keys_lock', { keyId });
          await checkCap(connection, charge);
        }
        await writeCharges(connection, [charge]);
      });
    },
    findReread: createFindReread(db),
    async check(price) {
      if (isPaid(price)) await checkCap(db, price);
    },
    close: () => writer.close(),
  };
}

function isPaid({ caller, costCents }: Price): boolean {
  return caller.livemode && costCents > 0;
}

async function checkCap(db: Querier, { caller, costCents }: Price): Promise<void> {
  const { id: keyId, spendCapCents } = caller;
  if (spendCapCents === null) return;
  const { spentCents } = await findMonthSpend(db, keyId);
  if (spentCents + costCents > spendCapCents)
    throw new AppError('FORBIDDEN', "this key's monthly spend cap is reached", {
      details: { reason: 'spend_cap_reached', spend_cap_cents: spendCapCents },
    });
}

async function writeCharges(db: Querier, charges: readonly Charge[]): Promise<void> {
  const paid = charges.filter(isPaid);
  if (paid.length > 0) await db.query('usage_insert', { rows: JSON.stringify(paid.map(toRow)) });
  await notePurchases(
    db,
    charges.flatMap(({ bought }) => bought ?? []),
  );
}

function toRow({ caller, endpoint, costCents, requestId }: Charge): Record<string, unknown> {
  return {
    operator_id: caller.operatorId,
    key_id: caller.id,
    livemode: caller.livemode,
    endpoint,
    cost_cents: costCents,
    request_id: requestId,
  };
}
