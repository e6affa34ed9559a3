import { Type } from 'typebox';
import { ERASURE_DAYS_MAX, type Erasure } from '../../../src/parking/privacy/erasure.ts';
import { findErasure } from '../../../src/parking/privacy/find-erasure.ts';
import { requestErasure } from '../../../src/parking/privacy/request-erasure.ts';
import { EmailInput, PlateInput } from '../../fields/field-types.ts';
import { defineOperation } from '../../operation.ts';
import { ErasureSchema, toErasureShape } from './erasure-shape.ts';

export const createErasureOperation = defineOperation({
  operationId: 'createErasure',
  method: 'post',
  path: '/api/v1/privacy/erasures',
  summary: 'Ask that a driver be erased from your stays and holds',
  description:
    'By plate or e-mail address. It is done after a wait of some days, in which it can be ' +
    `canceled, at most ${ERASURE_DAYS_MAX} days later; while the vehicle is parked, when that is ` +
    'over. Receipts keep times and amounts. The answer does not depend on what is known.',
  tags: ['privacy'],
  auth: { scope: 'privacy:write' },
  budgets: ['write'],
  isSensitive: true,
  rows: () => 1,
  body: Type.Object(
    {
      plate: Type.Optional(PlateInput('Either this or email')),
      email: Type.Optional(EmailInput('Of a driver, as your keys sent it, in any case')),
    },
    { examples: [{ plate: 'ABCD 123' }] },
  ),
  responses: {
    201: {
      description: 'The erasure, which waits',
      schema: Type.Object({ erasure: ErasureSchema }),
    },
  },
  repeat: {
    says: 'true when an earlier call asked for it',
    store: ({ erasureId }: Pick<Erasure, 'erasureId'>) => ({ erasureId }),
    async recall({ erasureId }, { caller }, { db }) {
      return { erasure: toErasureShape(await findErasure(db, caller, erasureId)) };
    },
  },

  async handler({ body, caller, requestId, remember }, { db, config }) {
    const { plate = null, email = null } = body;
    const asked = { plate, email, waitDays: config.erasureWaitDays };
    const erasure = await requestErasure(db, caller, asked, { requestId, remember });
    return { status: 201, body: { erasure: toErasureShape(erasure) } };
  },
});
