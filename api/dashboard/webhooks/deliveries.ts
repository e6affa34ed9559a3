import { DELIVERY_STATUSES } from '../../../src/outbound/webhooks/manage/delivery.ts';
import { KEPT_DAYS } from '../../../src/outbound/webhooks/webhook.ts';
import { type Html, html } from '../../dress/html.ts';
import type { DeliveryShape } from '../../v1/webhooks/deliveries/delivery-shape.ts';
import { listDeliveriesOperation } from '../../v1/webhooks/deliveries/list.ts';
import type { WebhookShape } from '../../v1/webhooks/webhook-shape.ts';
import type { Visit } from '../dashboard-page.ts';
import { instant } from '../parts/instant.ts';
import { nextPage, table } from '../parts/table.ts';
import { deliveryState } from './states.ts';

type Deliveries = { data: DeliveryShape[]; next_cursor: string | null };

/** Rows of a page. */
const ROWS = 25;

/** What was sent to a webhook, by the status in the address of the page. */
export async function deliveriesOf(visit: Visit, { id }: WebhookShape): Promise<Html> {
  const { call, query, href } = visit;
  const status = query.get('status') ?? undefined;
  const cursor = query.get('cursor') ?? undefined;
  const { data, next_cursor: next } = await call<Deliveries>(listDeliveriesOperation, {
    params: { webhook_id: id },
    query: { status, cursor, limit: ROWS },
  });
  const path = `/webhooks/${id}`;
  return html`${statusChoice(status, (one) => href(path, { status: one }))}
${table({
  caption: 'Deliveries, newest first',
  heads: ['Event', 'State', 'Attempts', 'Last answer', 'Made', 'Next attempt'],
  figures: [2],
  rows: data.map((delivery) => [
    html`<a href="${href(`${path}/deliveries/${delivery.id}`)}">${delivery.type}</a>${
      delivery.is_test && html` <span class="badge">test</span>`
    }`,
    deliveryState(delivery),
    String(delivery.attempts.length),
    lastAnswer(delivery),
    instant(delivery.created_at),
    instant(delivery.next_attempt_at, 'UTC', 'none'),
  ]),
  empty: html`<p>${
    status === undefined
      ? `Nothing was sent in the last ${KEPT_DAYS} days.`
      : `No delivery of the last ${KEPT_DAYS} days is ${status}.`
  }</p>`,
})}
${nextPage(href(path, { status, cursor: next ?? undefined }), next)}`;
}

function statusChoice(chosen: string | undefined, link: (status?: string) => string): Html {
  const current = (one?: string) => one === chosen && html` aria-current="true"`;
  return html`<p><span class="choice" role="group" aria-label="State of the deliveries">
<a href="${link()}"${current()}>all</a>
${DELIVERY_STATUSES.map(
  (status) => html`<a href="${link(status)}"${current(status)}>${status}</a>\n`,
)}</span></p>`;
}

function lastAnswer({ attempts }: DeliveryShape): string {
  const last = attempts.at(-1);
  if (last === undefined) return 'not sent yet';
  return last.status === null ? (last.failure ?? 'no answer') : `${last.status}`;
}
