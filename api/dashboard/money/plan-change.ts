import { comparePlans } from '../../../src/access/plans/plan-prices.ts';
import { type Html, html } from '../../dress/html.ts';
import type { OfferedPlanShape } from '../../v1/plans/list.ts';
import type { OwnPlanShape } from '../../v1/plans/plan-shape.ts';
import type { Visit } from '../dashboard-page.ts';
import { csrfField } from '../frame/frame.ts';
import { count, dollars } from '../parts/amount.ts';
import { typedName } from '../parts/typed-name.ts';
import { priceOf } from './price.ts';

export function isLower({ plan }: OfferedPlanShape, held: OwnPlanShape): boolean {
  return comparePlans(plan, held.plan) < 0;
}

type Change = Readonly<{
  asked: OfferedPlanShape;
  held: OwnPlanShape;
  error: string | undefined;
}>;

/** What a change of plan does, from when on and for how much, before it is done. */
export function changeForm(visit: Visit, change: Change): Html {
  const { name, plan, price_cents: cents } = change.asked;
  const isDown = isLower(change.asked, change.held);
  return html`<section class="card"><h2>Change to ${name}, ${priceOf(cents)}</h2>
${isDown ? downWords(change) : upWords(change)}
<form method="post" action="${visit.href('/plan')}">${csrfField(visit)}
${isDown && typedName(name, { error: change.error })}
<div class="row"><button class="${isDown ? 'danger' : 'primary'}" name="plan" value="${plan}">Change
to ${name}</button>
<a class="button" href="${visit.href('/plan')}">Back</a></div></form></section>`;
}

function upWords({ asked: { price_cents: cents, name } }: Change): Html {
  return html`<p>It holds at once: its limits for the next call, its fees for the next stay that
ends. The invoice of this month (UTC) has ${dollars(cents)} for it, whole, however short it is held.
${name} is charged each month until you change down.</p>`;
}

function downWords({ asked, held }: Change): Html {
  const cost = held.is_bought && html`This month still costs ${dollars(held.due_cents)}.`;
  return html`<p>It holds from the first of the next month (UTC); until then all stays as it is, and
you may take the change back. ${cost}</p>
<p>What you have above its limits stays, and nothing is added to it: at most
${count(asked.limits.lots_max)} lots in each mode, and ${count(asked.limits.keys_max)} keys.</p>`;
}
