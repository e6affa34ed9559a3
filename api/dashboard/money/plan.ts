import { type Html, html } from '../../dress/html.ts';
import { getPlanOperation } from '../../v1/plans/get.ts';
import { listPlansOperation, type OfferedPlanShape } from '../../v1/plans/list.ts';
import type { OwnPlanShape } from '../../v1/plans/plan-shape.ts';
import { putPlanOperation } from '../../v1/plans/put.ts';
import type { ClosedPage, Shown, Visit } from '../dashboard-page.ts';
import { csrfField } from '../frame/frame.ts';
import { dollars } from '../parts/amount.ts';
import { definitions } from '../parts/definitions.ts';
import { instant } from '../parts/instant.ts';
import { notice } from '../parts/notice.ts';
import { type Refused, refusedIn } from '../parts/refused.ts';
import { checkTyped } from '../parts/typed-name.ts';
import { need } from '../visit/form.ts';
import { mayCall } from '../visit/may-call.ts';
import { blockedNotice } from './blocked-notice.ts';
import { planCard } from './plan-card.ts';
import { changeForm, isLower } from './plan-change.ts';
import { priceOf } from './price.ts';

/** A plan is the operator's, in both modes. */
export const planPage: ClosedPage = {
  path: '/dashboard/plan',
  name: 'dashboardPlan',
  get: (visit) => show(visit),

  async post(visit, form) {
    const { callLive, href } = visit;
    try {
      const wanted = need(form, 'plan');
      const [held, offers] = await findPlans(visit);
      const offer = offers.find(({ plan }) => plan === wanted);
      if (offer && isLower(offer, held)) checkTyped(form, offer.name);
      await callLive(putPlanOperation, { body: { plan: wanted } });
      return { location: href('/plan') };
    } catch (error) {
      const refused = refusedIn(error);
      return { ...(await show(visit, form.plan, refused)), status: 400 };
    }
  },
};

async function findPlans({ callLive }: Visit): Promise<[OwnPlanShape, OfferedPlanShape[]]> {
  const [{ plan }, { plans }] = await Promise.all([
    callLive<{ plan: OwnPlanShape }>(getPlanOperation),
    callLive<{ plans: OfferedPlanShape[] }>(listPlansOperation),
  ]);
  return [plan, plans];
}

async function show(visit: Visit, sent?: string, refused?: Refused): Promise<Shown> {
  const [held, offers] = await findPlans(visit);
  const mayChange = mayCall(visit, putPlanOperation);
  const wanted = sent ?? visit.query.get('to');
  const asked = offers.find(({ plan }) => plan === wanted && plan !== held.plan);
  return {
    title: 'Plan',
    main: html`${refused?.notice}${blockedNotice(visit)}
${plannedNotice(visit, held, offers, mayChange)}
${heldFacts(visit, held, offers)}
${asked && mayChange && changeForm(visit, { asked, held, error: refused?.fields.typed_name })}
<h2>All plans</h2>
<ul class="cards">${offers.map((offer) => planCard(visit, offer, { held, mayChange }))}</ul>
${!mayChange && html`<p class="quiet">Only owners change the plan.</p>`}`,
  };
}

/** What changes with the next month, and how it is taken back. */
function plannedNotice(
  { href, csrf }: Visit,
  { plan, next }: OwnPlanShape,
  offers: readonly OfferedPlanShape[],
  mayChange: boolean,
): Html | null {
  if (next === null) return null;
  return html`${notice(
    'warn',
    html`From ${instant(next.from)} on you have ${nameOf(next.plan, offers)}, for
${priceOf(next.price_cents)}.`,
  )}
${
  mayChange &&
  html`<form method="post" action="${href('/plan')}">${csrfField({ csrf })}
<button name="plan" value="${plan}">Keep ${nameOf(plan, offers)}</button></form>`
}`;
}

function heldFacts({ href }: Visit, held: OwnPlanShape, offers: readonly OfferedPlanShape[]): Html {
  const { overdue_invoice_id: overdue } = held;
  return html`${
    overdue !== null &&
    notice(
      'bad',
      html`No higher plan is sold until <a href="${href(`/invoices/${overdue}`)}">this invoice</a>
is paid.`,
    )
  }
${definitions([
  ['Your plan', html`<strong>${nameOf(held.plan, offers)}</strong>`],
  ['Since', instant(held.since, 'UTC', 'not known')],
  ['Costs', held.is_bought ? priceOf(held.price_cents) : 'nothing: it was given'],
  ['On the invoice of this month', dollars(held.due_cents)],
])}`;
}

function nameOf(plan: string, offers: readonly OfferedPlanShape[]): string {
  return offers.find((offer) => offer.plan === plan)?.name ?? plan;
}
