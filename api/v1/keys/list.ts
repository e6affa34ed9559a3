import { listOwnKeys } from '../../../src/access/keys/manage/list-own-keys.ts';
import { defineList } from '../../reads/define-list.ts';
import { KeySchema, toKeyShape } from './key-shape.ts';

export const listKeysOperation = defineList({
  operationId: 'listKeys',
  path: '/api/v1/keys',
  summary: 'List your keys, newest first',
  description:
    'All keys of your mode, revoked ones too; for the key of a fleet those of its fleet. Their ' +
    'secrets are not stored and cannot be shown.',
  tags: ['keys'],
  auth: { scope: 'keys:write' },
  rows: 'keys',
  item: KeySchema,
  list: ({ caller, page }, { db }) => listOwnKeys(db, caller, page),
  present: toKeyShape,
});
