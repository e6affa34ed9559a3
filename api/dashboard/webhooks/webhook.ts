import { type Html, html } from '../../dress/html.ts';
import { getWebhookOperation } from '../../v1/webhooks/get.ts';
import { updateWebhookOperation } from '../../v1/webhooks/update.ts';
import type { WebhookShape } from '../../v1/webhooks/webhook-shape.ts';
import type { ClosedPage, Shown, Visit } from '../dashboard-page.ts';
import { definitions } from '../parts/definitions.ts';
import { instant } from '../parts/instant.ts';
import { notice } from '../parts/notice.ts';
import { type Refused, refusedIn } from '../parts/refused.ts';
import { mayCall } from '../visit/may-call.ts';
import { actOn } from './act.ts';
import { webhookActs, webhookEnd } from './acts.ts';
import { deliveriesOf } from './deliveries.ts';
import { webhookState, whyNothing } from './states.ts';
import { type Typed, typedOf } from './webhook-fields.ts';

export const webhookPage: ClosedPage = {
  path: '/dashboard/webhooks/{webhook_id}',
  name: 'dashboardWebhook',
  get: (visit) => show(visit),

  async post(visit, form) {
    try {
      const done = await actOn(visit, form);
      return 'note' in done ? await show(visit, { note: done.note }) : done;
    } catch (error) {
      const { notice: why, fields } = refusedIn(error);
      const typed = form.act === 'change' ? typedOf(form) : undefined;
      const shown = await show(visit, { note: why, fields, typed });
      return { ...shown, status: 400 };
    }
  },
};

type Told = Readonly<{
  note?: Html | undefined;
  fields?: Refused['fields'];
  typed?: Typed | undefined;
}>;

async function show(visit: Visit, told: Told = {}): Promise<Shown> {
  const { note, fields = {}, typed } = told;
  const { webhook } = await visit.call<{ webhook: WebhookShape }>(getWebhookOperation, {
    params: visit.params,
  });
  const why = whyNothing(webhook);
  const mayChange = mayCall(visit, updateWebhookOperation);
  return {
    title: webhook.description ?? new URL(webhook.url).host,
    main: html`${note}${why && notice('warn', why)}
${facts(webhook)}
<h2>Deliveries</h2>
${await deliveriesOf(visit, webhook)}
${mayChange && html`<h2>Manage</h2>${webhookActs(visit, webhook, { fields, typed })}`}
${mayChange && webhookEnd(visit, webhook, fields)}`,
  };
}

function facts(webhook: WebhookShape): Html {
  return definitions([
    ['Address', html`<code>${webhook.url}</code>`],
    ['State', webhookState(webhook)],
    ['Gets', webhook.events.join(', ')],
    ['Failed in a row', `${webhook.consecutive_failures} attempts`],
    ['Last success', instant(webhook.last_success_at)],
    ['Last failure', instant(webhook.last_failure_at)],
    ['Proven', instant(webhook.verified_at, 'UTC', 'not by a challenge')],
    ['Secret', html`<code>whsec_…${webhook.secret_last4}</code>`],
    ['Made', instant(webhook.created_at)],
    ['Id', html`<code>${webhook.id}</code>`],
  ]);
}
