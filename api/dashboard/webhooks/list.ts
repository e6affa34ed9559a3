import { html } from '../../dress/html.ts';
import { createWebhookOperation } from '../../v1/webhooks/create.ts';
import { listWebhooksOperation } from '../../v1/webhooks/list.ts';
import type { WebhookShape } from '../../v1/webhooks/webhook-shape.ts';
import type { ClosedPage } from '../dashboard-page.ts';
import { instant } from '../parts/instant.ts';
import { nextPage, table } from '../parts/table.ts';
import { mayCall } from '../visit/may-call.ts';
import { webhookState } from './states.ts';

type Webhooks = { data: WebhookShape[]; next_cursor: string | null };

export const webhooksPage: ClosedPage = {
  path: '/dashboard/webhooks',
  name: 'dashboardWebhooks',

  async get(visit) {
    const { call, href, query, livemode } = visit;
    const cursor = query.get('cursor') ?? undefined;
    const answer = await call<Webhooks>(listWebhooksOperation, { query: { cursor } });
    const { data, next_cursor: next } = answer;
    const adds =
      mayCall(visit, createWebhookOperation) &&
      html`<p><a class="button primary" href="${href('/webhooks/new')}">New webhook</a></p>`;
    return {
      title: 'Webhooks',
      main: html`<p class="lead">A webhook is an address of yours that what happens is sent
to, signed. These get the ${livemode ? 'live' : 'test'} mode only.</p>
${data.length > 0 && adds}
${table({
  caption: 'Webhooks',
  heads: ['Address', 'Events', 'State', 'Last success', 'Last failure'],
  rows: data.map((webhook) => [
    html`<a href="${href(`/webhooks/${webhook.id}`)}">${webhook.url}</a>${
      webhook.description !== null && html`<br><span class="quiet">${webhook.description}</span>`
    }`,
    eventsOf(webhook),
    webhookState(webhook),
    instant(webhook.last_success_at),
    instant(webhook.last_failure_at),
  ]),
  empty: html`<h2>No webhook yet</h2>
<p>Without one, a program has to ask again and again what has happened.</p>${adds}`,
})}
${nextPage(href('/webhooks', { cursor: next ?? undefined }), next)}`,
    };
  },
};

const SHOWN_EVENTS_MAX = 2;

function eventsOf({ events }: WebhookShape): string {
  const more = events.length - SHOWN_EVENTS_MAX;
  const shown = events.slice(0, SHOWN_EVENTS_MAX).join(', ');
  return more > 0 ? `${shown} and ${more} more` : shown;
}
