import { AppError } from '../../../src/kit/errors.ts';
import { type Html, html } from '../../dress/html.ts';
import type { EventShape } from '../../v1/events/event-shape.ts';
import { getEventOperation } from '../../v1/events/get.ts';
import type { DeliveryShape } from '../../v1/webhooks/deliveries/delivery-shape.ts';
import { getDeliveryOperation } from '../../v1/webhooks/deliveries/get.ts';
import { redeliverOperation } from '../../v1/webhooks/deliveries/redeliver.ts';
import type { ClosedPage, PageReply, Shown, Visit } from '../dashboard-page.ts';
import { csrfField } from '../frame/frame.ts';
import { definitions } from '../parts/definitions.ts';
import { instant } from '../parts/instant.ts';
import { orRefused } from '../parts/or-refused.ts';
import { table } from '../parts/table.ts';
import { mayCall } from '../visit/may-call.ts';
import { deliveryState } from './states.ts';

export const deliveryPage: ClosedPage = {
  path: '/dashboard/webhooks/{webhook_id}/deliveries/{delivery_id}',
  name: 'dashboardDelivery',
  get: (visit) => show(visit),

  post: orRefused(send, show),
};

async function send(visit: Visit): Promise<PageReply> {
  await visit.call(redeliverOperation, { params: visit.params });
  return { location: here(visit) };
}

const here = ({ href, params }: Visit) =>
  href(`/webhooks/${params.webhook_id}/deliveries/${params.delivery_id}`);

async function show(visit: Visit, problem?: Html): Promise<Shown> {
  const { call, params, href } = visit;
  const { delivery } = await call<{ delivery: DeliveryShape }>(getDeliveryOperation, { params });
  const event = await eventOf(visit, delivery);
  return {
    title: `${delivery.type}${delivery.is_test ? ', a test' : ''}`,
    main: html`${problem}
<p><a href="${href(`/webhooks/${params.webhook_id}`)}">The webhook</a></p>
${definitions([
  ['State', deliveryState(delivery)],
  ['Made', instant(delivery.created_at)],
  ['Finished', instant(delivery.finished_at, 'UTC', 'not yet')],
  ['Next attempt', instant(delivery.next_attempt_at, 'UTC', 'none, or it is being sent now')],
  ['Event', html`<code>${delivery.event_id}</code>`],
  ['Id', html`<code>${delivery.id}</code>`],
])}
${
  mayCall(visit, redeliverOperation) &&
  html`<form method="post" action="${here(visit)}">${csrfField(visit)}
<button name="act" value="redeliver">Send it again</button></form>`
}
<h2>What is sent</h2>
${
  event === undefined
    ? html`<p class="quiet">${
        delivery.is_test
          ? 'A made-up event: its body is not kept.'
          : 'The event is no longer kept, or not shown in this mode.'
      }</p>`
    : html`<pre tabindex="0" aria-label="Body of the event"><code>${JSON.stringify(
        event,
        null,
        2,
      )}</code></pre>`
}
<h2>Attempts</h2>
${attemptsOf(delivery)}`,
  };
}

async function eventOf(
  { call }: Visit,
  { event_id: eventId, is_test: isTest }: DeliveryShape,
): Promise<EventShape | undefined> {
  if (isTest) return undefined;
  const params = { event_id: eventId };
  try {
    return (await call<{ event: EventShape }>(getEventOperation, { params })).event;
  } catch (error) {
    if (error instanceof AppError && error.code === 'NOT_FOUND') return undefined;
    throw error;
  }
}

function attemptsOf({ attempts }: DeliveryShape): Html {
  return table({
    caption: 'Attempts, oldest first',
    heads: ['At', 'Took', 'Status', 'Why it failed', 'What was answered'],
    figures: [1, 2],
    rows: attempts.map(({ at, ms, status, failure, answer }) => [
      instant(at),
      `${ms} ms`,
      status === null ? 'none' : String(status),
      failure ?? 'it did not',
      answer === null || answer === ''
        ? html`<span class="quiet">${answer === '' ? 'an empty body' : 'not known'}</span>`
        : html`<pre><code>${answer}</code></pre>`,
    ]),
    empty: html`<p>It has not been sent yet.</p>`,
  });
}
