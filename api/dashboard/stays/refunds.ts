import { type Html, html } from '../../dress/html.ts';
import {
  listPendingRefundsOperation,
  type PendingRefundShape,
} from '../../v1/refunds/pending/list.ts';
import type { ClosedPage, Visit } from '../dashboard-page.ts';
import { amount, counted } from '../parts/amount.ts';
import { instant } from '../parts/instant.ts';
import { nextPage, table } from '../parts/table.ts';

type Refunds = { data: PendingRefundShape[]; next_cursor: string | null };

const ROWS_PER_PAGE = 25;

export const pendingRefundsPage: ClosedPage = {
  path: '/dashboard/refunds',
  name: 'dashboardPendingRefunds',

  async get(visit) {
    const { call, href } = visit;
    const cursor = visit.query.get('cursor') ?? undefined;
    const { data, next_cursor: next } = await call<Refunds>(listPendingRefundsOperation, {
      query: { cursor, limit: String(ROWS_PER_PAGE) },
    });
    return {
      title: 'Refunds that wait',
      main: html`<p class="lead">The payment processor has not answered yet whether these were paid.
None of them is made twice.</p>
${table({
  caption: 'Refunds that wait',
  heads: ['Made', 'Amount', 'For', 'Stay', 'Why it waits'],
  figures: [1],
  rows: data.map((refund) => rowOf(visit, refund)),
  empty: html`<p>No refund waits.</p>`,
})}
${nextPage(href('/refunds', { cursor: next ?? undefined }), next)}`,
    };
  },
};

function rowOf({ href }: Visit, refund: PendingRefundShape): (Html | string)[] {
  const { session_id: stay } = refund;
  return [
    instant(refund.created_at),
    amount(refund.amount, refund.currency),
    html`<bdi>${refund.reason}</bdi>`,
    html`<a href="${href(`/stays/${stay}`)}"><code>${stay}</code></a>`,
    whyOf(refund),
  ];
}

function whyOf(refund: PendingRefundShape): Html | string {
  const { waits_for: waitsFor, failed_tries: failed, next_try_at: next } = refund;
  if (waitsFor === 'soon') return 'It is tried within a minute or two.';
  const tries = `No answer to ${counted(failed, 'try', 'tries')}`;
  if (waitsFor === 'next_try') return html`${tries}; the next is after ${instant(next)}.`;
  return `${tries} in a day, so it may be paid or not: ask whoever runs this server.`;
}
