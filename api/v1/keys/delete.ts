import { endOwnKey } from '../../../src/access/keys/manage/end-own-key.ts';
import { KEY_PARAMS } from '../../fields/id-params.ts';
import { defineOperation } from '../../operation.ts';

export const deleteKeyOperation = defineOperation({
  operationId: 'deleteKey',
  method: 'delete',
  path: '/api/v1/keys/{key_id}',
  summary: 'End a key at once and for good',
  description:
    'The key that calls, or one that it could have made. It stays in the list, with `revoked_at`.',
  tags: ['keys'],
  auth: { scope: 'keys:write' },
  budgets: ['write'],
  isSensitive: true,
  params: KEY_PARAMS,
  responses: { 204: { description: 'It has ended, now or before' } },
  errors: ['NOT_FOUND'],

  async handler({ params, caller, requestId }, { db }) {
    await endOwnKey(db, caller, params.key_id, requestId);
    return { status: 204 };
  },
});
