import { PLAN_NAMES } from '../../../src/access/plans/plan-limits.ts';
import { type Html, html } from '../../dress/html.ts';
import { getInvoiceOperation } from '../../v1/invoices/get.ts';
import type { InvoiceWithLinesShape } from '../../v1/invoices/invoice-shape.ts';
import type { ClosedPage } from '../dashboard-page.ts';
import { amount, count, dollars } from '../parts/amount.ts';
import { definitions } from '../parts/definitions.ts';
import { instant } from '../parts/instant.ts';
import { monthOf } from '../parts/month.ts';
import { notice } from '../parts/notice.ts';
import { table } from '../parts/table.ts';
import { invoiceBadge } from './invoices.ts';

export const invoicePage: ClosedPage = {
  path: '/dashboard/invoices/{invoice_id}',
  name: 'dashboardInvoice',

  async get({ call, params }) {
    const found = await call<{ invoice: InvoiceWithLinesShape }>(getInvoiceOperation, { params });
    const { invoice } = found;
    return {
      title: `Invoice of ${monthOf(invoice.period)}`,
      main: html`${overdueNotice(invoice)}
${
  invoice.pay_url !== null &&
  html`<p><a class="button primary" href="${invoice.pay_url}" rel="noreferrer">Pay
${dollars(invoice.total_cents)}</a></p>`
}
${facts(invoice)}
${lineTable(invoice)}
${keptFees(invoice)}`,
    };
  },
};

function overdueNotice({ status, blocks_at: blocksAt }: InvoiceWithLinesShape): Html | false {
  return (
    status === 'overdue' &&
    notice(
      'bad',
      html`It is overdue: no higher plan is sold until it is paid${
        blocksAt !== null &&
        html`, and unpaid at ${instant(blocksAt)} it stops priced answers of live keys`
      }.`,
    )
  );
}

function facts({ receipt, ...invoice }: InvoiceWithLinesShape): Html {
  return definitions([
    ['State', invoiceBadge(invoice)],
    ['For', invoice.operator.name],
    ['Total', html`<strong>${dollars(invoice.total_cents)}</strong>`],
    ['Issued', instant(invoice.issued_at, 'UTC', 'not yet')],
    ['Due', instant(invoice.due_at, 'UTC', 'not yet known')],
    ['Paid', instant(invoice.paid_at, 'UTC', 'not yet')],
    ...(receipt === null
      ? []
      : ([
          ['Receipt of the processor', html`<code>${receipt.processor_invoice_id}</code>`],
        ] as const)),
    ['Id', html`<code>${invoice.id}</code>`],
  ]);
}

function lineTable({ lines, total_cents: total }: InvoiceWithLinesShape): Html {
  return html`<h2>Lines</h2>
${table({
  caption: 'Lines of the invoice',
  heads: ['What', 'Price', 'Quantity', 'Amount'],
  figures: [1, 2, 3],
  rows: [
    ...lines.map(({ plan, endpoint, ...line }) => [
      planName(plan) ?? html`Answers of <code>${endpoint}</code>`,
      dollars(line.unit_price_cents),
      count(line.quantity),
      dollars(line.amount_cents),
    ]),
    ['Total', '', '', html`<strong>${dollars(total)}</strong>`],
  ],
  empty: html``,
})}`;
}

/** Undefined of a line that is no plan. */
function planName(plan: string | null): string | undefined {
  if (plan === null) return undefined;
  const names: Readonly<Record<string, string>> = PLAN_NAMES;
  return `Plan ${names[plan] ?? plan}`;
}

function keptFees({ fees_kept: fees }: InvoiceWithLinesShape): Html | false {
  return (
    fees.length > 0 &&
    html`<h2>Fees that were kept back</h2>
<p>For your books: they were taken when stays were paid, and are not due again.</p>
${table({
  caption: 'Fees that were kept back',
  heads: ['Currency', 'Paid by drivers', 'Platform fee'],
  figures: [1, 2],
  rows: fees.map(({ currency, gross, platform_fee: fee }) => [
    currency.toUpperCase(),
    amount(gross, currency),
    amount(fee, currency),
  ]),
  empty: html``,
})}`
  );
}
