import { Type } from 'typebox';
import { endPreviousSecret } from '../../../src/outbound/webhooks/manage/end-previous-secret.ts';
import { SECRET_OVERLAP_HOURS } from '../../../src/outbound/webhooks/webhook.ts';
import { WEBHOOK_PARAMS } from '../../fields/id-params.ts';
import { defineOperation } from '../../operation.ts';
import { toWebhookShape, WebhookSchema } from './webhook-shape.ts';

export const endPreviousSecretOperation = defineOperation({
  operationId: 'endPreviousSecret',
  method: 'delete',
  path: '/api/v1/webhooks/{webhook_id}/previous-secret',
  summary: 'Stop signing with the previous secret',
  description:
    'From now on X-Service-Signature is made with the newest secret, and there is no ' +
    'X-Service-Signature-Next. Call it when your receivers have the newest secret; ' +
    `${SECRET_OVERLAP_HOURS} hours after a rotation it happens by itself. A second call changes ` +
    'nothing.',
  tags: ['webhooks'],
  auth: { scope: 'webhooks:write' },
  budgets: ['write'],
  params: WEBHOOK_PARAMS,
  responses: {
    200: { description: 'The webhook', schema: Type.Object({ webhook: WebhookSchema }) },
  },
  errors: ['NOT_FOUND'],

  async handler({ params, caller, requestId }, { db }) {
    const webhook = await endPreviousSecret(db, caller, params.webhook_id, requestId);
    return { status: 200, body: { webhook: toWebhookShape(webhook) } };
  },
});
