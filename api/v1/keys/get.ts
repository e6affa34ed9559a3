import { findOwnKey } from '../../../src/access/keys/manage/find-own-key.ts';
import { toMandate } from '../../../src/access/mandates/mandate.ts';
import { nullable } from '../../../src/kit/web/document/field-types.ts';
import { KEY_PARAMS } from '../../fields/id-params.ts';
import { MandateLeftSchema } from '../../fields/mandate-shape.ts';
import { readOwnMandate } from '../../fields/own-mandate.ts';
import { defineLookUp } from '../../reads/define-look-up.ts';
import { KeySchema, toKeyShape } from './key-shape.ts';

export const getKeyOperation = defineLookUp({
  operationId: 'getKey',
  path: '/api/v1/keys/{key_id}',
  summary: 'Look up one of your keys',
  description: 'Revoked ones, too, and what is left of its mandate. The secret is not shown.',
  tags: ['keys'],
  auth: { scope: 'keys:write' },
  params: KEY_PARAMS,
  answer: { key: KeySchema, mandate: nullable(MandateLeftSchema) },
  answerDescription: 'The key, without its secret',
  async find({ params, caller }, { db }) {
    const key = await findOwnKey(db, caller, params.key_id);
    const mandate = key.mandate && toMandate(key.mandate);
    return {
      key: toKeyShape(key),
      mandate: mandate && (await readOwnMandate(db, mandate, caller.operatorId)),
    };
  },
});
