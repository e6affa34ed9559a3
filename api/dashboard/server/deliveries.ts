import type { Static } from 'typebox';
import { type Html, html } from '../../dress/html.ts';
import { getHealthOperation } from '../../v1/health/get.ts';
import type { Health } from '../../v1/health/health-shape.ts';
import {
  listServerWebhooksOperation,
  type ServerWebhookShape,
} from '../../v1/server/webhooks/list.ts';
import type { ClosedPage, Visit } from '../dashboard-page.ts';
import { count, counted } from '../parts/amount.ts';
import { badge } from '../parts/badge.ts';
import { instant } from '../parts/instant.ts';
import { nextPage, table } from '../parts/table.ts';
import { operatorLink } from './server-words.ts';

type Webhooks = { data: ServerWebhookShape[]; next_cursor: string | null };

export const serverDeliveriesPage: ClosedPage = {
  path: '/dashboard/server/deliveries',
  name: 'dashboardServerDeliveries',

  async get(visit) {
    const { callLive, href, query } = visit;
    const cursor = query.get('cursor') ?? undefined;
    const [{ data, next_cursor: next }, { checks }] = await Promise.all([
      callLive<Webhooks>(listServerWebhooksOperation, { query: { cursor } }),
      callLive<Static<typeof Health>>(getHealthOperation),
    ]);
    return {
      title: 'Deliveries',
      main: html`<p class="lead">Webhooks of all operators to which nothing gets through. Of their
addresses only the host is shown.</p>
<p>${lateWords(checks.webhooks)}</p>
${table({
  caption: 'Webhooks to which nothing gets through',
  heads: ['Host', 'Operator', 'State', 'Failed in a row', 'Waiting', 'Oldest due', 'Last success'],
  figures: [3, 4],
  rows: data.map((webhook) => rowOf(visit, webhook)),
  empty: html`<p>Every webhook gets what is sent to it.</p>`,
})}
${nextPage(href('/server/deliveries', { cursor: next ?? undefined }), next)}`,
    };
  },
};

function lateWords({ overdue_s: overdue, paused }: Static<typeof Health>['checks']['webhooks']) {
  const late =
    overdue === 0
      ? 'No delivery is late.'
      : `The oldest delivery should have been sent ${counted(overdue, 'second')} ago.`;
  return `${late} Paused, for whatever reason: ${counted(paused, 'webhook')}.`;
}

function rowOf(visit: Visit, webhook: ServerWebhookShape): (Html | string)[] {
  return [
    html`<bdi>${webhook.host}</bdi>${!webhook.livemode && html` ${badge('idle', 'test')}`}`,
    operatorLink(visit, webhook.operator_id, webhook.operator_name),
    stateOf(webhook),
    count(webhook.consecutive_failures),
    webhook.waiting_count === null ? 'over 1,000' : count(webhook.waiting_count),
    instant(webhook.oldest_due_at, 'UTC', 'none'),
    instant(webhook.last_success_at),
  ];
}

function stateOf({ status, pause_reason: reason }: ServerWebhookShape): Html {
  if (status === 'active') return badge('warn', 'failing');
  return badge('bad', reason === 'gone' ? 'paused: it is gone' : 'paused: it failed too often');
}
