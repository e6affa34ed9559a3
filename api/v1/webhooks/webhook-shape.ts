import { type Static, Type } from 'typebox';
import { nullable } from '../../../src/kit/web/document/field-types.ts';
import { named } from '../../../src/kit/web/document/named.ts';
import type { SecretWebhook } from '../../../src/outbound/webhooks/manage/create-webhook.ts';
import type { Webhook } from '../../../src/outbound/webhooks/webhook.ts';
import { Instant } from '../../fields/field-types.ts';
import { WebhookId } from '../../fields/ids.ts';
import { ShownEventType } from '../events/event-shape.ts';

export const WebhookSchema = named('Webhook', {
  id: WebhookId(),
  url: Type.String(),
  events: Type.Array(ShownEventType),
  status: Type.Enum(['active', 'paused']),
  description: nullable(Type.String()),
  consecutive_failures: Type.Integer({
    description: 'Attempts that failed since the last one that succeeded',
  }),
  paused_at: nullable(Instant),
  pause_reason: Type.Union([Type.Enum(['failures', 'gone', 'operator']), Type.Null()], {
    description:
      'failures: too many in a row; gone: the endpoint answered 410; operator: a call of yours',
  }),
  last_success_at: nullable(Instant),
  last_failure_at: nullable(Instant),
  verified_at: nullable(
    Type.String({
      format: 'date-time',
      description:
        'Since when the url is proven: its endpoint has answered a challenge. null: not yet, so ' +
        'events wait, or the owner of the server vouches for its host',
    }),
  ),
  verification_failure: nullable(
    Type.String({ description: 'Why the last challenge has failed, such as answered 404' }),
  ),
  secret_last4: Type.String({ description: 'The end of the secret that signs' }),
  created_at: Instant,
  updated_at: Instant,
});

export type WebhookShape = Static<typeof WebhookSchema>;

/** The answer that shows a secret. */
export const SecretWebhookSchema = named('WebhookWithSecret', {
  webhook: WebhookSchema,
  secret: Type.Optional(
    Type.String({
      description:
        'whsec_...: the key of the HMAC-SHA256 in X-Service-Signature. It is shown only here, ' +
        'and not when the call is repeated with its Idempotency-Key: it is not stored with the ' +
        'answer. Then rotate it.',
    }),
  ),
});

export function toWebhookShape(webhook: Webhook): WebhookShape {
  return {
    id: webhook.webhookId,
    url: webhook.url,
    events: webhook.events,
    status: webhook.status,
    description: webhook.description,
    consecutive_failures: webhook.consecutiveFailures,
    paused_at: webhook.pausedAt?.toISOString() ?? null,
    pause_reason: webhook.pauseReason,
    last_success_at: webhook.lastSuccessAt?.toISOString() ?? null,
    last_failure_at: webhook.lastFailureAt?.toISOString() ?? null,
    verified_at: webhook.verifiedAt?.toISOString() ?? null,
    verification_failure: webhook.verificationFailure,
    secret_last4: webhook.secretLast4,
    created_at: webhook.createdAt.toISOString(),
    updated_at: webhook.updatedAt.toISOString(),
  };
}

/** What is stored of an answer that shows a secret: all but the secret. */
export const withoutSecret = ({ webhook }: SecretWebhook) => toWebhookShape(webhook);

/** The answer that shows a secret. */
export const presentSecret = ({ webhook, secret }: SecretWebhook) => ({
  webhook: toWebhookShape(webhook),
  secret,
});
