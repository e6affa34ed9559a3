import { rotateSecret } from '../../../src/outbound/webhooks/manage/rotate-secret.ts';
import { SECRET_OVERLAP_HOURS } from '../../../src/outbound/webhooks/webhook.ts';
import { WEBHOOK_PARAMS } from '../../fields/id-params.ts';
import { IdempotencyHeaders } from '../../fields/idempotency-header.ts';
import { rememberCall } from '../../fields/idempotent-call.ts';
import { defineOperation } from '../../operation.ts';
import { presentSecret, withoutSecret } from './idempotent.ts';
import { SecretWebhookSchema } from './webhook-shape.ts';

export const rotateWebhookSecretOperation = defineOperation({
  operationId: 'rotateWebhookSecret',
  method: 'post',
  path: '/api/v1/webhooks/{webhook_id}/rotate-secret',
  summary: 'Give a webhook a new secret',
  description:
    `For ${SECRET_OVERLAP_HOURS} hours X-Service-Signature is still made with the one before, ` +
    'and X-Service-Signature-Next with the new one. End that time with endPreviousSecret, at ' +
    'once if the secret is known to others. Rotating again ends the one before that.',
  tags: ['webhooks'],
  auth: { scope: 'webhooks:write' },
  budgets: ['write'],
  params: WEBHOOK_PARAMS,
  headers: IdempotencyHeaders,
  responses: {
    200: {
      description: 'The webhook and its new secret; a repeat of the call gets no secret',
      schema: SecretWebhookSchema,
      headers: { 'Idempotent-Replayed': 'true when an earlier call rotated it' },
    },
  },
  errors: ['NOT_FOUND', 'CONFLICT'],

  async handler({ params, headers, caller, requestId }, { db }) {
    const key = headers['Idempotency-Key'];
    const remember = rememberCall(caller, 'rotateWebhookSecret', key, params, withoutSecret);
    const result = await rotateSecret(db, caller, params.webhook_id, { requestId, remember });
    return { status: 200, ...presentSecret(result) };
  },
});
