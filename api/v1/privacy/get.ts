import { findErasure } from '../../../src/parking/privacy/find-erasure.ts';
import { ERASURE_PARAMS } from '../../fields/id-params.ts';
import { defineLookUp } from '../../reads/define-look-up.ts';
import { ErasureSchema, toErasureShape } from './erasure-shape.ts';

export const getErasureOperation = defineLookUp({
  operationId: 'getErasure',
  path: '/api/v1/privacy/erasures/{erasure_id}',
  summary: 'Look up an erasure that you asked for',
  description: 'It does not show the plate or the address, which are forgotten when it is over.',
  tags: ['privacy'],
  auth: { scope: 'privacy:write' },
  params: ERASURE_PARAMS,
  answer: { erasure: ErasureSchema },
  answerDescription: 'The erasure',
  find: async ({ params, caller }, { db }) => ({
    erasure: toErasureShape(await findErasure(db, caller, params.erasure_id)),
  }),
});
