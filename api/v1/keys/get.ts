import { Type } from 'typebox';
import { findOwnKey } from '../../../src/access/keys/manage/find-own-key.ts';
import { KEY_PARAMS } from '../../fields/id-params.ts';
import { defineOperation } from '../../operation.ts';
import { KeySchema, toKeyShape } from './key-shape.ts';

export const getKeyOperation = defineOperation({
  operationId: 'getKey',
  method: 'get',
  path: '/api/v1/keys/{key_id}',
  summary: 'Look up one of your keys',
  description: 'Revoked ones, too. The secret is not shown.',
  tags: ['keys'],
  auth: { scope: 'keys:write' },
  budgets: ['read'],
  params: KEY_PARAMS,
  responses: {
    200: { description: 'The key, without its secret', schema: Type.Object({ key: KeySchema }) },
  },
  errors: ['NOT_FOUND'],

  async handler({ params, caller }, { db }) {
    const key = await findOwnKey(db, caller, params.key_id);
    return { status: 200, body: { key: toKeyShape(key) } };
  },
});
