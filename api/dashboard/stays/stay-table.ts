import { type Html, html } from '../../dress/html.ts';
import type { SessionShape } from '../../v1/sessions/session-shape.ts';
import type { Visit } from '../dashboard-page.ts';
import { amount } from '../parts/amount.ts';
import { instant } from '../parts/instant.ts';
import { table } from '../parts/table.ts';
import { findLotsOf, type LotOfStay } from './lots-of-stays.ts';
import { paymentBadge, plateOf, statusBadge } from './stay-words.ts';

/** A page of stays, each with its lot and the times of the lot's zone. */
export async function stayTable(
  visit: Visit,
  stays: readonly SessionShape[],
  empty: Html,
): Promise<Html> {
  const lots = await findLotsOf(
    visit,
    stays.map((stay) => stay.lot_id),
  );
  return table({
    caption: 'Stays',
    heads: ['Stay', 'Plate', 'Lot', 'When', 'State', 'Cost', 'Payment'],
    figures: [5],
    rows: stays.map((stay) => rowOf(visit, stay, lots.get(stay.lot_id))),
    empty,
  });
}

function rowOf({ href }: Visit, stay: SessionShape, lot: LotOfStay | undefined) {
  return [
    html`<a href="${href(`/stays/${stay.id}`)}"><code>${stay.session_code}</code></a>`,
    plateOf(stay),
    lot?.name ?? html`<code>${stay.lot_id}</code>`,
    html`${instant(stay.started_at, lot?.timezone)}<br>${
      stay.ended_at === null ? 'until' : 'to'
    } ${instant(stay.ended_at ?? stay.expected_end, lot?.timezone)}`,
    statusBadge(stay),
    costOf(stay),
    paymentBadge(stay),
  ];
}

/** What it cost, or while it goes on what it costs until its end. */
function costOf({ subtotal, estimated_amount: estimated, currency }: SessionShape): Html | string {
  if (subtotal !== null) return amount(subtotal, currency);
  return html`<span class="quiet">about ${amount(estimated, currency)}</span>`;
}
