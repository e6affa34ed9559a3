import { grantKey } from '../../../src/access/keys/manage/grant-key.ts';
import { figuresByPlan } from '../../../src/access/plans/plan-limits.ts';
import { readMandate } from '../../../src/parking/mandates/read-mandate.ts';
import { IdempotencyHeaders } from '../../fields/idempotency-header.ts';
import { rememberCall } from '../../fields/idempotent-call.ts';
import { defineOperation } from '../../operation.ts';
import { presentSecret, SecretKeySchema, withoutSecret } from './idempotent.ts';
import { KeyInput, readKey } from './key-input.ts';

export const createKeyOperation = defineOperation({
  operationId: 'createKey',
  method: 'post',
  path: '/api/v1/keys',
  summary: 'Make another key, which may do no more than yours',
  description:
    'What it may not grant is 403, and the answer names the fields. What is left out is as with ' +
    'your key. The secret is shown only here. An operator may have ' +
    `${figuresByPlan('keys_max')} valid keys, by its plan.`,
  tags: ['keys'],
  auth: { scope: 'keys:write' },
  budgets: ['write'],
  rows: () => 1,
  headers: IdempotencyHeaders,
  body: KeyInput,
  responses: {
    201: {
      description: 'The key and its secret; a repeat of the call gets no secret',
      schema: SecretKeySchema,
      headers: { 'Idempotent-Replayed': 'true when an earlier call made it' },
    },
  },
  errors: ['CONFLICT'],

  async handler({ body, headers, caller, requestId }, { db }) {
    const key = headers['Idempotency-Key'];
    const remember = rememberCall(caller, 'createKey', key, body, withoutSecret);
    const { mandate, ...rights } = body;
    const asked = {
      ...readKey(rights),
      ...(mandate !== undefined && { mandate: await readMandate(db, caller, mandate) }),
    };
    const result = await grantKey(db, caller, asked, { requestId, remember });
    return { status: 201, ...presentSecret(result) };
  },
});
