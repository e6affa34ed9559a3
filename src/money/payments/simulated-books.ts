import type { Movement, ProcessorBooks } from '../../parking/payments/processor-books.ts';
import type { Querier } from '../../stores/postgres.ts';

const PAGE_ROWS_MAX = 1_000;

/**
 * The books of the processor that moves no money: it keeps nothing for itself, pays no operators,
 * and holds nothing back.
 */
export function simulatedBooks(db: Querier): ProcessorBooks {
  return {
    intentPattern: '^pi_sim_',
    async listMovements({ livemode, from, to, after }) {
      const skipped = Number(after ?? 0);
      const found = await db.query<Moved>('simulated_movements_list', {
        ...{ livemode, fromAt: from, toAt: to, skipped },
        rowLimit: PAGE_ROWS_MAX,
      });
      const isFull = found.length === PAGE_ROWS_MAX;
      return { rows: found.map(read), next: isFull ? String(skipped + found.length) : null };
    },
    listHeld: async () => ({ rows: [], next: null }),
    payBack: async () => {},
  };
}

type Moved = Pick<
  Movement,
  'movementId' | 'at' | 'paymentIntentId' | 'refundId' | 'amountMinor' | 'currency'
>;

function read(moved: Moved): Movement {
  const { movementId, paymentIntentId, refundId, currency } = moved;
  return {
    ...moved,
    kind: refundId === null ? 'capture' : 'refund',
    sourceId: movementId,
    ofId: refundId === null ? null : paymentIntentId,
    sessionId: null,
    payee: null,
    processorFeeMinor: 0,
    processorFeeCurrency: currency,
  };
}
