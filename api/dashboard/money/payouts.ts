import { type Html, html } from '../../dress/html.ts';
import { listPayoutsOperation } from '../../v1/payouts/list.ts';
import type { PayoutShape } from '../../v1/payouts/payout-shape.ts';
import type { ClosedPage } from '../dashboard-page.ts';
import { amount, count } from '../parts/amount.ts';
import { badge } from '../parts/badge.ts';
import { monthOf } from '../parts/month.ts';
import { nextPage, table } from '../parts/table.ts';
import { accountCard, findAccount } from './account-card.ts';

type Payouts = { data: PayoutShape[]; next_cursor: string | null };

const PAYOUTS_SHOWN = 24;

export const payoutsPage: ClosedPage = {
  path: '/dashboard/payouts',
  name: 'dashboardPayouts',

  async get(visit) {
    const { call, href } = visit;
    const query = { limit: PAYOUTS_SHOWN, cursor: visit.query.get('cursor') ?? undefined };
    const [account, { data, next_cursor: next }] = await Promise.all([
      findAccount(visit),
      call<Payouts>(listPayoutsOperation, { query }),
    ]);
    return {
      title: 'Payouts',
      main: html`<p class="lead">What you are due for each month (UTC) and currency: stays on your
lots that were paid in it, less the platform's fee and what was refunded in it.</p>
${accountCard(visit, account)}
${table({
  caption: 'Payouts',
  heads: ['Month', 'State', 'Stays', 'Paid by drivers', 'Platform fee', 'Refunds', 'For you'],
  figures: [2, 3, 4, 5, 6],
  rows: data.map((payout) => [
    html`<a href="${href(`/payouts/${payout.id}`)}">${monthOf(payout.period)},
${payout.currency.toUpperCase()}</a>`,
    payoutBadge(payout),
    ...amountCells(payout, payout.currency),
  ]),
  empty: html`<h2>No payout yet</h2>
<p>The first stay that is paid on one of your lots makes one.</p>`,
})}
${nextPage(href('/payouts', { cursor: next ?? undefined }), next)}`,
    };
  },
};

export function payoutBadge({ status }: Pick<PayoutShape, 'status'>): Html {
  return status === 'open' ? badge('chosen', 'may still change') : badge('ok', 'closed');
}

type Amounts = Pick<PayoutShape, 'session_count' | 'gross' | 'platform_fee' | 'refunds' | 'net'>;

/** Stays, gross, fee, refunds and what is left. */
export function amountCells(amounts: Amounts, currency: string): string[] {
  const { session_count: stays, gross, platform_fee: fee, refunds, net } = amounts;
  return [count(stays), ...[gross, fee, refunds, net].map((units) => amount(units, currency))];
}
