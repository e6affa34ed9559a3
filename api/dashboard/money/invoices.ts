import { type Html, html } from '../../dress/html.ts';
import type { InvoiceShape } from '../../v1/invoices/invoice-shape.ts';
import { listInvoicesOperation } from '../../v1/invoices/list.ts';
import type { ClosedPage } from '../dashboard-page.ts';
import { dollars } from '../parts/amount.ts';
import { type BadgeKind, badge } from '../parts/badge.ts';
import { instant } from '../parts/instant.ts';
import { monthOf } from '../parts/month.ts';
import { nextPage, table } from '../parts/table.ts';
import { blockedNotice } from './blocked-notice.ts';

type Invoices = { data: InvoiceShape[]; next_cursor: string | null };

const INVOICES_SHOWN = 24;

export const invoicesPage: ClosedPage = {
  path: '/dashboard/invoices',
  name: 'dashboardInvoices',

  async get(visit) {
    const { call, href, livemode } = visit;
    const query = { limit: INVOICES_SHOWN, cursor: visit.query.get('cursor') ?? undefined };
    const { data, next_cursor: next } = await call<Invoices>(listInvoicesOperation, { query });
    return {
      title: 'Invoices',
      main: html`${blockedNotice(visit)}
<p class="lead">What you owe the platform for your plan and for priced answers, month by month
(UTC). Fees of stays are kept back when a stay is paid, and are not due again.</p>
${table({
  caption: 'Invoices',
  heads: ['Month', 'State', 'Total', 'Issued', 'Due', 'Paid'],
  figures: [2],
  rows: data.map((invoice) => [
    html`<a href="${href(`/invoices/${invoice.id}`)}">${monthOf(invoice.period)}</a>`,
    invoiceBadge(invoice),
    dollars(invoice.total_cents),
    instant(invoice.issued_at, 'UTC', 'not yet'),
    instant(invoice.due_at, 'UTC', 'not yet known'),
    instant(invoice.paid_at, 'UTC', 'not yet'),
  ]),
  empty: livemode ? NONE_YET : NONE_IN_TEST,
})}
${nextPage(href('/invoices', { cursor: next ?? undefined }), next)}`,
    };
  },
};

const NONE_YET = html`<h2>No invoice yet</h2>
<p>One is made an hour or two after each month in which something was bought or paid.</p>`;
const NONE_IN_TEST = html`<h2>Test mode owes nothing</h2><p>Invoices are in the live mode.</p>`;

const STATUS_WORDS: Readonly<Record<InvoiceShape['status'], readonly [BadgeKind, string]>> = {
  open: ['warn', 'to be paid'],
  overdue: ['bad', 'overdue'],
  paid: ['ok', 'paid'],
  void: ['idle', 'taken back'],
};

export function invoiceBadge({ status }: Pick<InvoiceShape, 'status'>): Html {
  return badge(...STATUS_WORDS[status]);
}
