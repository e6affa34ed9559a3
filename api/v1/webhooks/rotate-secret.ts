import { rotateSecret } from '../../../src/outbound/webhooks/manage/rotate-secret.ts';
import { SECRET_OVERLAP_HOURS } from '../../../src/outbound/webhooks/webhook.ts';
import { WEBHOOK_PARAMS } from '../../fields/id-params.ts';
import { defineOperation } from '../../operation.ts';
import { presentSecret, SecretWebhookSchema, withoutSecret } from './webhook-shape.ts';

export const rotateWebhookSecretOperation = defineOperation({
  operationId: 'rotateWebhookSecret',
  method: 'post',
  path: '/api/v1/webhooks/{webhook_id}/rotate-secret',
  summary: 'Give a webhook a new secret',
  description:
    `For ${SECRET_OVERLAP_HOURS} hours X-Service-Signature is still made with the old secret, ` +
    'and X-Service-Signature-Next with the new one. End that time with endPreviousSecret, at ' +
    'once if the secret is known to others. Rotating again ends the old secret at once.',
  tags: ['webhooks'],
  auth: { scope: 'webhooks:write' },
  budgets: ['write'],
  params: WEBHOOK_PARAMS,
  responses: {
    200: {
      description: 'The webhook and its new secret; a repeat of the call gets no secret',
      schema: SecretWebhookSchema,
    },
  },
  errors: ['NOT_FOUND'],
  repeat: {
    says: 'true when an earlier call rotated it',
    store: withoutSecret,
    recall: (webhook) => ({ webhook }),
  },

  async handler({ params, caller, requestId, remember }, { db }) {
    const rotated = await rotateSecret(db, caller, params.webhook_id, { requestId, remember });
    return { status: 200, body: presentSecret(rotated) };
  },
});
