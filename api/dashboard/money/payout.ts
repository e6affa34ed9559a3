import { html } from '../../dress/html.ts';
import { getPayoutOperation } from '../../v1/payouts/get.ts';
import type { PayoutWithLinesShape } from '../../v1/payouts/payout-shape.ts';
import type { ClosedPage } from '../dashboard-page.ts';
import { amount, count } from '../parts/amount.ts';
import { definitions } from '../parts/definitions.ts';
import { instant } from '../parts/instant.ts';
import { monthOf } from '../parts/month.ts';
import { table } from '../parts/table.ts';
import { amountCells, payoutBadge } from './payouts.ts';

export const payoutPage: ClosedPage = {
  path: '/dashboard/payouts/{payout_id}',
  name: 'dashboardPayout',

  async get({ call, params, href }) {
    const { payout } = await call<{ payout: PayoutWithLinesShape }>(getPayoutOperation, { params });
    const { currency, period, lines } = payout;
    return {
      title: `Payout of ${monthOf(period)} in ${currency.toUpperCase()}`,
      main: html`${definitions([
        ['State', payoutBadge(payout)],
        ['From', instant(period.from)],
        ['Until', instant(period.to)],
        ['Stays', count(payout.session_count)],
        ['Paid by drivers', amount(payout.gross, currency)],
        ['Platform fee', amount(payout.platform_fee, currency)],
        ['Refunds', amount(payout.refunds, currency)],
        ['For you', html`<strong>${amount(payout.net, currency)}</strong>`],
        ['Id', html`<code>${payout.id}</code>`],
      ])}
${
  payout.status === 'open' &&
  html`<p class="quiet">It closes an hour after its month, and never
changes from then on.</p>`
}
<h2>Lot by lot</h2>
${table({
  caption: 'Amounts by lot',
  heads: ['Lot', 'Stays', 'Paid by drivers', 'Platform fee', 'Refunds', 'For you'],
  figures: [1, 2, 3, 4, 5],
  rows: [
    ...lines.map((line) => [
      html`<a href="${href(`/lots/${line.lot_id}`)}">${line.lot_name}</a>`,
      ...amountCells(line, currency),
    ]),
    ['All lots', ...amountCells(payout, currency)],
  ],
  empty: html``,
})}`,
    };
  },
};
