import { badField } from '../../../src/kit/errors.ts';
import { type Html, html } from '../../dress/html.ts';
import { deleteWebhookOperation } from '../../v1/webhooks/delete.ts';
import type { DeliveryShape } from '../../v1/webhooks/deliveries/delivery-shape.ts';
import { endPreviousSecretOperation } from '../../v1/webhooks/end-previous-secret.ts';
import { getWebhookOperation } from '../../v1/webhooks/get.ts';
import { type ReplayShape, replayWebhookEventsOperation } from '../../v1/webhooks/replay.ts';
import { rotateWebhookSecretOperation } from '../../v1/webhooks/rotate-secret.ts';
import { testWebhookOperation } from '../../v1/webhooks/test.ts';
import { updateWebhookOperation } from '../../v1/webhooks/update.ts';
import type { WebhookShape } from '../../v1/webhooks/webhook-shape.ts';
import type { PageReply, Visit } from '../dashboard-page.ts';
import { csrfField } from '../frame/frame.ts';
import { count, counted } from '../parts/amount.ts';
import { notice } from '../parts/notice.ts';
import { checkTyped } from '../parts/typed-name.ts';
import { type Form, maybe, need } from '../visit/form.ts';
import { confirmedBy } from './acts.ts';
import { type SecretWebhook, secretOnce } from './secret-once.ts';
import { bodyOf, typedOf } from './webhook-fields.ts';

/** What is shown on the page of the webhook after something was done. */
type Done = PageReply | Readonly<{ note: Html }>;
type Act = (visit: Visit, form: Form) => Promise<Done>;

/** Does what a button of the page of a webhook says. Throws what the call is refused for. */
export async function actOn(visit: Visit, form: Form): Promise<Done> {
  const act = ACTS.get(form.act ?? '');
  if (act === undefined) throw badField('act', 'is no button of this page');
  return act(visit, form);
}

async function change({ call, params, href }: Visit, form: Form): Promise<Done> {
  await call(updateWebhookOperation, { params, body: bodyOf(typedOf(form)) });
  return { location: href(`/webhooks/${params.webhook_id}`) };
}

const pause: Act = (visit) => setStatus(visit, 'paused');
const resume: Act = (visit) => setStatus(visit, 'active');

async function setStatus({ call, params, href }: Visit, status: string): Promise<Done> {
  await call(updateWebhookOperation, { params, body: { status } });
  return { location: href(`/webhooks/${params.webhook_id}`) };
}

async function test({ call, params, href }: Visit, form: Form): Promise<Done> {
  const { delivery } = await call<{ delivery: DeliveryShape }>(testWebhookOperation, {
    params,
    body: { type: need(form, 'type') },
  });
  return { location: href(`/webhooks/${params.webhook_id}/deliveries/${delivery.id}`) };
}

async function rotate(visit: Visit): Promise<Done> {
  const { call, params } = visit;
  const made = await call<SecretWebhook>(rotateWebhookSecretOperation, { params });
  return secretOnce(visit, made, 'The webhook has a new secret');
}

async function endPrevious({ call, params }: Visit): Promise<Done> {
  await call(endPreviousSecretOperation, { params });
  return { note: notice('ok', 'Only the newest secret signs now.') };
}

async function remove({ call, params, href }: Visit, form: Form): Promise<Done> {
  const { webhook } = await call<{ webhook: WebhookShape }>(getWebhookOperation, { params });
  checkTyped(form, confirmedBy(webhook));
  await call(deleteWebhookOperation, { params });
  return { location: href('/webhooks') };
}

async function replay(visit: Visit, form: Form): Promise<Done> {
  const until = maybe(form, 'until');
  const asked = {
    since: utc(need(form, 'since')),
    ...(until && { until: utc(until) }),
    ...(form.cursor && { cursor: form.cursor }),
  };
  const { replay: taken } = await visit.call<{ replay: ReplayShape }>(
    replayWebhookEventsOperation,
    { params: visit.params, body: asked },
  );
  return { note: replayed(visit, taken) };
}

/** A replay takes only so many events at once. */
function replayed(visit: Visit, taken: ReplayShape): Html {
  const { event_count: events, delivery_count: deliveries, next_cursor: cursor } = taken;
  const said = notice(
    'ok',
    `${counted(events, 'event was', 'events were')} found; ${count(deliveries)} sent again.`,
  );
  if (cursor === null) return said;
  const hidden = Object.entries({ since: taken.since, until: taken.until, cursor }).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`,
  );
  return html`${said}<form method="post">${csrfField(visit)}${hidden}
<p>There are more. <button name="act" value="replay">Send the next ones</button></p></form>`;
}

/** What a field for a time says is meant in UTC; whole instants stay as they are. */
const utc = (text: string) => (/^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(text) ? `${text}:00Z` : text);

/** By the name of the button. */
const ACTS: ReadonlyMap<string, Act> = new Map([
  ['change', change],
  ['pause', pause],
  ['resume', resume],
  ['test', test],
  ['replay', replay],
  ['rotate', rotate],
  ['end_previous', endPrevious],
  ['delete', remove],
]);
