import type { Logger } from 'pino';
import { AppError } from '../errors.ts';
import type { Caller } from '../keys/caller.ts';
import { createBatchWriter } from '../stores/batch-writer.ts';
import type { Postgres } from '../stores/postgres.ts';

/** One priced answer, charged when it is about to be given. */
export type Charge = {
  caller: Caller;
  endpoint: string;
  costCents: number;
  requestId: string;
  idempotencyKey: string | null;
};

export type Meter = {
  /** Resolves once the charge is in the database. Throws FORBIDDEN `spend_cap_reached`. */
  charge(charge: Charge): Promise<void>;
  close(): Promise<void>;
};

const BATCH_ROWS_MAX = 500;
const BUFFERED_ROWS_MAX = 20_000;

/**
 * Writes a usage row per charge before the answer leaves; callers that come together share a
 * statement. Test keys are told the price and pay nothing. A key with a monthly cap is charged one
 * call at a time, so that the cap holds whatever the number of callers.
 */
export function createMeter(db: Postgres, log: Logger): Meter {
  const writer = createBatchWriter<Charge>({
    name: 'usage',
    write: async (charges) => {
      await db.query('usage_insert', { rows: JSON.stringify(charges.map(toRow)) });
    },
    maxRows: BATCH_ROWS_MAX,
    maxDelayMs: 0,
    maxBuffered: BUFFERED_ROWS_MAX,
    log,
  });
  return {
    charge(charge) {
      if (!charge.caller.livemode) return Promise.resolve();
      if (charge.caller.spendCapCents === null) return writer.addAndWait(charge);
      return chargeWithinCap(db, charge, charge.caller.spendCapCents);
    },
    close: () => writer.close(),
  };
}

async function chargeWithinCap(db: Postgres, charge: Charge, capCents: number): Promise<void> {
  await db.transaction(async (connection) => {
    await connection.query('api_keys_lock', { key_id: charge.caller.keyId });
    const [month] = await connection.query<{ spent_cents: number }>('usage_month_sum', {
      key_id: charge.caller.keyId,
    });
    if ((month?.spent_cents ?? 0) + charge.costCents > capCents)
      throw new AppError('FORBIDDEN', "this key's monthly spend cap is reached", {
        details: { reason: 'spend_cap_reached', spend_cap_cents: capCents },
      });
    await connection.query('usage_insert', { rows: JSON.stringify([toRow(charge)]) });
  });
}

function toRow(charge: Charge): Record<string, unknown> {
  return {
    operator_id: charge.caller.operatorId,
    key_id: charge.caller.keyId,
    livemode: charge.caller.livemode,
    endpoint: charge.endpoint,
    cost_cents: charge.costCents,
    request_id: charge.requestId,
    idempotency_key: charge.idempotencyKey,
  };
}
