import { findInvoice } from '../../../src/money/invoices/find-invoice.ts';
import { INVOICE_PARAMS } from '../../fields/id-params.ts';
import { defineLookUp } from '../../reads/define-look-up.ts';
import { InvoiceWithLinesSchema, toWholeShape } from './invoice-shape.ts';

export const getInvoiceOperation = defineLookUp({
  operationId: 'getInvoice',
  path: '/api/v1/invoices/{invoice_id}',
  summary: 'Look up one invoice, line by line',
  description: 'With its receipt once it is paid. Its lines add up to total_cents.',
  tags: ['invoices'],
  auth: { scope: 'payouts:read' },
  params: INVOICE_PARAMS,
  answer: { invoice: InvoiceWithLinesSchema },
  answerDescription: 'The invoice',
  async find({ params, caller }, { db }) {
    return { invoice: toWholeShape(await findInvoice(db, caller, params.invoice_id)) };
  },
});
