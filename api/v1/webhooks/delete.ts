import { deleteWebhook } from '../../../src/outbound/webhooks/manage/delete-webhook.ts';
import { WEBHOOK_PARAMS } from '../../fields/id-params.ts';
import { defineOperation } from '../../operation.ts';

export const deleteWebhookOperation = defineOperation({
  operationId: 'deleteWebhook',
  method: 'delete',
  path: '/api/v1/webhooks/{webhook_id}',
  summary: 'Delete one of your webhooks',
  description: 'Nothing is sent to it any more, and its deliveries can no longer be looked up.',
  tags: ['webhooks'],
  auth: { scope: 'webhooks:write' },
  budgets: ['write'],
  params: WEBHOOK_PARAMS,
  responses: { 204: { description: 'It is deleted' } },
  errors: ['NOT_FOUND'],

  async handler({ params, caller, requestId }, { db }) {
    await deleteWebhook(db, caller, params.webhook_id, requestId);
    return { status: 204 };
  },
});
