import { rotateOwnKey } from '../../../src/access/keys/manage/rotate-own-key.ts';
import { KEY_PARAMS } from '../../fields/id-params.ts';
import { defineOperation } from '../../operation.ts';
import { presentSecret, SecretKeySchema, withoutSecret } from './secret-key.ts';

export const rotateKeyOperation = defineOperation({
  operationId: 'rotateKey',
  method: 'post',
  path: '/api/v1/keys/{key_id}/rotate',
  summary: 'Replace a key by one with the same rights; the old one ends at once',
  description:
    'The key that calls, or one that it could have made. What the old key spent in this month ' +
    'counts for the new one. The key that calls ends too when it rotates itself: so it cannot ' +
    'repeat that call.',
  tags: ['keys'],
  auth: { scope: 'keys:write' },
  budgets: ['write'],
  isSensitive: true,
  rows: () => 1,
  params: KEY_PARAMS,
  responses: {
    201: {
      description: 'The new key and its secret; a repeat of the call gets no secret',
      schema: SecretKeySchema,
    },
  },
  errors: ['NOT_FOUND'],
  repeat: {
    says: 'true when an earlier call rotated it',
    store: withoutSecret,
    recall: (key) => ({ key }),
  },

  async handler({ params, caller, requestId, remember }, { db }) {
    const rotated = await rotateOwnKey(db, caller, params.key_id, { requestId, remember });
    return { status: 201, body: presentSecret(rotated) };
  },
});
