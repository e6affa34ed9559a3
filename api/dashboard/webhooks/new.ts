import { html } from '../../dress/html.ts';
import { createWebhookOperation } from '../../v1/webhooks/create.ts';
import type { ClosedPage, Shown, Visit } from '../dashboard-page.ts';
import { csrfField } from '../frame/frame.ts';
import { type Refused, refusedIn } from '../parts/refused.ts';
import { type SecretWebhook, secretOnce } from './secret-once.ts';
import { bodyOf, type Typed, typedOf, webhookFields } from './webhook-fields.ts';

/** Ticked unless the person chooses others: what bookkeeping needs. */
const USUAL_EVENTS = ['session.created', 'session.ended', 'payment.failed'];
const NOTHING: Typed = { url: '', description: '', events: USUAL_EVENTS };

export const newWebhookPage: ClosedPage = {
  path: '/dashboard/webhooks/new',
  name: 'dashboardNewWebhook',
  get: async (visit) => show(visit, NOTHING),

  async post(visit, form) {
    const typed = typedOf(form);
    try {
      const body = bodyOf(typed);
      const made = await visit.call<SecretWebhook>(createWebhookOperation, { body });
      return secretOnce(visit, made, 'The webhook is made');
    } catch (error) {
      return { ...show(visit, typed, refusedIn(error)), status: 400 };
    }
  },
};

function show(visit: Visit, typed: Typed, refused?: Refused): Shown {
  return {
    title: 'New webhook',
    main: html`${refused?.notice}
<form method="post" action="${visit.href('/webhooks/new')}">${csrfField(visit)}
${webhookFields(typed, refused?.fields ?? {})}
<div class="row"><button class="primary">Make the webhook</button>
<a class="button" href="${visit.href('/webhooks')}">Back</a></div>
</form>`,
  };
}
