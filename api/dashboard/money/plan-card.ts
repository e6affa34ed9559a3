import { type Html, html } from '../../dress/html.ts';
import type { OfferedPlanShape } from '../../v1/plans/list.ts';
import type { OwnPlanShape } from '../../v1/plans/plan-shape.ts';
import type { Visit } from '../dashboard-page.ts';
import { count } from '../parts/amount.ts';
import { badge } from '../parts/badge.ts';
import { isLower } from './plan-change.ts';
import { priceOf } from './price.ts';

const MEBIBYTE = 1_048_576;

type Shown = Readonly<{ held: OwnPlanShape; mayChange: boolean }>;

/** What a plan costs and allows, and the way to it. */
export function planCard(visit: Visit, offer: OfferedPlanShape, { held, mayChange }: Shown): Html {
  const { plan, name, price_cents: cents } = offer;
  const isHeld = plan === held.plan;
  const isOffered = mayChange && !isHeld && cents !== null;
  return html`<li class="card"><h3>${name} ${isHeld && badge('ok', 'yours')}</h3>
<p class="figure">${priceOf(cents)}</p>
<ul>${[...feesOf(offer), ...limitsOf(offer)].map((line) => html`<li>${line}</li>`)}</ul>
${
  isOffered &&
  html`<p><a class="button" href="${visit.href('/plan', { to: plan })}">${
    isLower(offer, held) ? 'Change down' : 'Change up'
  } to ${name}</a></p>`
}</li>`;
}

function feesOf({ fees }: OfferedPlanShape): string[] {
  return fees.map(({ above, percent }) =>
    above === 0
      ? `The platform keeps ${percent} % of stays`
      : `${percent} % above ${count(above)} of a currency a month`,
  );
}

function limitsOf({ limits }: OfferedPlanShape): string[] {
  const { bytes_per_minute: bytes } = limits;
  return [
    `${count(limits.lots_max)} lots in each mode`,
    `${count(limits.keys_max)} keys`,
    `${count(limits.local_events_ahead_max)} local events ahead`,
    `${count(limits.rows_per_minute)} rows written a minute, up to ${count(bytes / MEBIBYTE)} MiB`,
    `${count(limits.batches_per_minute)} batches of lots a minute`,
  ];
}
