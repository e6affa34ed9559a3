import { findOwnKey } from '../../../src/access/keys/manage/find-own-key.ts';
import { KEY_PARAMS } from '../../fields/id-params.ts';
import { defineLookUp } from '../../reads/define-look-up.ts';
import { KeySchema, toKeyShape } from './key-shape.ts';

export const getKeyOperation = defineLookUp({
  operationId: 'getKey',
  path: '/api/v1/keys/{key_id}',
  summary: 'Look up one of your keys',
  description: 'Revoked ones, too. The secret is not shown.',
  tags: ['keys'],
  auth: { scope: 'keys:write' },
  params: KEY_PARAMS,
  answer: { key: KeySchema },
  answerDescription: 'The key, without its secret',
  find: async ({ params, caller }, { db }) => ({
    key: toKeyShape(await findOwnKey(db, caller, params.key_id)),
  }),
});
