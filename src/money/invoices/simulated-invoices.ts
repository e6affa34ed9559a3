import { createHash } from 'node:crypto';
import type { Querier } from '../../stores/postgres.ts';
import { outOfReach } from '../payments/simulated-gateway.ts';
import type { InvoiceGateway } from './invoice-gateway.ts';

/**
 * The processor that moves no money: an invoice is paid as soon as it is issued. The operators in
 * `simulated_payers` rehearse those that stay open, and a processor that cannot be reached.
 */
export function createSimulatedInvoices(db: Querier): InvoiceGateway {
  async function stateOf(operatorId: string): Promise<'open' | 'paid'> {
    const [payer] = await db.query<{ rehearsal: 'open' | 'down' }>('simulated_payers_find', {
      operatorId,
    });
    if (payer?.rehearsal === 'down') throw outOfReach();
    return payer === undefined ? 'paid' : 'open';
  }

  return {
    customerOf: async () => null,
    async issue({ operatorId, totalCents, idempotencyKey }) {
      const status = await stateOf(operatorId);
      const digest = createHash('sha256').update(idempotencyKey).digest('hex');
      const processorInvoiceId = `in_sim_${digest.slice(0, 32)}`;
      await db.query('simulated_invoices_insert', { processorInvoiceId, totalCents });
      // As at a real processor, nothing is left to pay of nothing.
      return { processorInvoiceId, status: totalCents === 0 ? 'paid' : status, payUrl: null };
    },
    async read({ operatorId }) {
      return { status: await stateOf(operatorId), payUrl: null };
    },
  };
}
