import { type Static, Type } from 'typebox';
import { shownFigure } from '../../../../src/access/plans/plan-limits.ts';
import { nullable } from '../../../../src/kit/web/document/field-types.ts';
import { named } from '../../../../src/kit/web/document/named.ts';
import {
  listTroubledWebhooks,
  type TroubledWebhook,
  WAITING_COUNTED_MAX,
} from '../../../../src/outbound/webhooks/manage/list-troubled.ts';
import { Instant } from '../../../fields/field-types.ts';
import { OperatorId, WebhookId } from '../../../fields/ids.ts';
import { defineList } from '../../../reads/define-list.ts';
import { WebhookSchema } from '../../webhooks/webhook-shape.ts';

const { status, consecutive_failures } = WebhookSchema.properties;

const ServerWebhookSchema = named('ServerWebhook', {
  id: WebhookId(),
  operator_id: OperatorId(),
  operator_name: Type.String(),
  livemode: Type.Boolean(),
  host: Type.String({ description: 'The host of its address; the rest is for its operator' }),
  status,
  pause_reason: Type.Union([Type.Enum(['failures', 'gone', 'operator']), Type.Null()], {
    description: 'failures: too many in a row; gone: the endpoint answered 410; null: not paused',
  }),
  consecutive_failures,
  last_success_at: nullable(Instant),
  last_failure_at: nullable(Instant),
  waiting_count: nullable(
    Type.Integer({
      minimum: 0,
      description: `Deliveries that wait; null: more than ${shownFigure(WAITING_COUNTED_MAX)}`,
    }),
  ),
  oldest_due_at: nullable(
    Type.String({
      format: 'date-time',
      description: 'When the first of them is, or was, due; null: none waits',
    }),
  ),
  created_at: Instant,
});

export type ServerWebhookShape = Static<typeof ServerWebhookSchema>;

export const listServerWebhooksOperation = defineList({
  operationId: 'listServerWebhooks',
  path: '/api/v1/server/webhooks',
  summary: 'List the webhooks of all operators to which nothing gets through, newest first',
  description:
    'Those to which the last attempts failed, and those paused because of that, of both modes. ' +
    'For the owner of the server alone (403 `not_server_owner`).',
  tags: ['server'],
  auth: { scope: 'server:read' },
  rows: 'webhooks',
  item: ServerWebhookSchema,
  list: ({ page }, { db }) => listTroubledWebhooks(db, page),
  present: toServerWebhookShape,
});

function toServerWebhookShape(webhook: TroubledWebhook): ServerWebhookShape {
  return {
    id: webhook.webhookId,
    operator_id: webhook.operatorId,
    operator_name: webhook.operatorName,
    livemode: webhook.livemode,
    host: webhook.host,
    status: webhook.status,
    pause_reason: webhook.pauseReason,
    consecutive_failures: webhook.consecutiveFailures,
    last_success_at: webhook.lastSuccessAt?.toISOString() ?? null,
    last_failure_at: webhook.lastFailureAt?.toISOString() ?? null,
    waiting_count: webhook.waitingCount,
    oldest_due_at: webhook.oldestDueAt?.toISOString() ?? null,
    created_at: webhook.createdAt.toISOString(),
  };
}
