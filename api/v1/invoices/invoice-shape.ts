import { type Static, Type } from 'typebox';
import { fromMinor } from '../../../src/kit/money.ts';
import { nullable } from '../../../src/kit/web/document/field-types.ts';
import { named } from '../../../src/kit/web/document/named.ts';
import {
  DUE_DAYS,
  GRACE_DAYS,
  type Invoice,
  type InvoiceLine,
  type InvoiceWithLines,
} from '../../../src/money/invoices/invoice.ts';
import { Instant, Period } from '../../fields/field-types.ts';
import { InvoiceId, OperatorId } from '../../fields/ids.ts';

const Cents = (description: string) => Type.Integer({ minimum: 0, description });

const CURRENCY = 'usd';

export const InvoiceSchema = named('Invoice', {
  id: InvoiceId(),
  period: Period,
  status: Type.Enum(['open', 'overdue', 'paid', 'void'], {
    description:
      'overdue: not paid when it was due. No higher plan is sold until it is paid. void: the ' +
      'owner of the service took it back, and nothing is due',
  }),
  currency: Type.String(),
  total_cents: Cents('US cents, the sum of its lines'),
  issued_at: nullable(Instant),
  due_at: nullable({ ...Instant, description: `${DUE_DAYS} days after it was issued` }),
  paid_at: nullable(Instant),
});

const LineSchema = named('InvoiceLine', {
  kind: Type.Enum(['plan', 'answers']),
  plan: nullable(Type.String({ description: 'The highest that was bought and held in the month' })),
  endpoint: nullable(Type.String({ description: 'Whose answers were bought' })),
  unit_price_cents: Cents('US cents for one answer, or for the month'),
  quantity: Type.Integer({ minimum: 1, description: 'Answers; 1 of a plan' }),
  amount_cents: Cents('unit_price_cents x quantity'),
});

const KeptFeeSchema = named('KeptFee', {
  currency: Type.String(),
  gross: Type.Number({ minimum: 0, description: 'Currency units captured in the month' }),
  platform_fee: Type.Number({
    description:
      'Currency units that the platform kept of it, less what refunds gave back; paid already',
  }),
});

const ReceiptSchema = named('InvoiceReceipt', {
  paid_at: Instant,
  paid_cents: Cents('US cents'),
  processor_invoice_id: Type.String({ description: 'Its id at the payment processor' }),
});

export const InvoiceWithLinesSchema = named('InvoiceWithLines', {
  ...InvoiceSchema.properties,
  operator: named('InvoiceOperator', { id: OperatorId(), name: Type.String() }),
  blocks_at: nullable({
    ...Instant,
    description: `${GRACE_DAYS} days after it is due; unpaid then, it stops priced answers`,
  }),
  pay_url: nullable(
    Type.String({ description: 'Where it is paid. null: nowhere here, or nothing is due' }),
  ),
  lines: Type.Array(LineSchema),
  fees_kept: Type.Array(KeptFeeSchema, {
    description: 'Fees of the stays of the month, by currency. For information: not due again',
  }),
  receipt: nullable(ReceiptSchema),
});

export type InvoiceShape = Static<typeof InvoiceSchema>;

export type InvoiceWithLinesShape = Static<typeof InvoiceWithLinesSchema>;

const textOf = (at: Date | null) => at?.toISOString() ?? null;

export function toInvoiceShape(invoice: Invoice): InvoiceShape {
  return {
    id: invoice.invoiceId,
    period: { from: invoice.fromAt.toISOString(), to: invoice.toAt.toISOString() },
    status: invoice.status,
    currency: CURRENCY,
    total_cents: invoice.totalCents,
    issued_at: textOf(invoice.issuedAt),
    due_at: textOf(invoice.dueAt),
    paid_at: textOf(invoice.paidAt),
  };
}

export function toWholeShape(invoice: InvoiceWithLines): InvoiceWithLinesShape {
  return {
    ...toInvoiceShape(invoice),
    operator: { id: invoice.operatorId, name: invoice.operatorName },
    blocks_at: textOf(invoice.blocksAt),
    pay_url: invoice.payUrl,
    lines: invoice.lines.map(toLineShape),
    fees_kept: invoice.fees.map(({ currency, grossMinor, platformFeeMinor }) => ({
      currency,
      gross: fromMinor(grossMinor, currency),
      platform_fee: fromMinor(platformFeeMinor, currency),
    })),
    receipt: receiptOf(invoice),
  };
}

function toLineShape({ plan, endpoint, unitCents, quantity, amountCents }: InvoiceLine) {
  return {
    kind: plan === null ? ('answers' as const) : ('plan' as const),
    plan,
    endpoint,
    unit_price_cents: unitCents,
    quantity,
    amount_cents: amountCents,
  };
}

function receiptOf({ paidAt, totalCents, processorInvoiceId }: InvoiceWithLines) {
  if (paidAt === null || processorInvoiceId === null) return null;
  return {
    paid_at: paidAt.toISOString(),
    paid_cents: totalCents,
    processor_invoice_id: processorInvoiceId,
  };
}
