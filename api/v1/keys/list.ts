import { Type } from 'typebox';
import { listOwnKeys } from '../../../src/access/keys/manage/list-own-keys.ts';
import { LIST_QUERY, listOf, presentPage } from '../../fields/list.ts';
import { defineOperation } from '../../operation.ts';
import { KeySchema, toKeyShape } from './key-shape.ts';

export const listKeysOperation = defineOperation({
  operationId: 'listKeys',
  method: 'get',
  path: '/api/v1/keys',
  summary: 'List your keys, newest first',
  description:
    'All keys of your world, revoked ones too; for the key of a fleet those of its fleet. Their ' +
    'secrets are not stored and cannot be shown.',
  tags: ['keys'],
  auth: { scope: 'keys:write' },
  budgets: ['read'],
  query: Type.Object(LIST_QUERY),
  responses: {
    200: { description: 'A page of keys', schema: listOf(KeySchema) },
  },

  async handler({ query: { cursor = null, limit }, caller }, { db }) {
    const page = await listOwnKeys(db, caller, { cursor, limit });
    return { status: 200, body: presentPage(page, toKeyShape) };
  },
});
