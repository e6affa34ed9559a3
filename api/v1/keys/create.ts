import type { Static } from 'typebox';
import { type AskedKey, checkMode, grantKey } from '../../../src/access/keys/manage/grant-key.ts';
import { figuresByPlan } from '../../../src/access/plans/plan-limits.ts';
import type { Principal } from '../../../src/access/principals/principal.ts';
import { readMandate } from '../../../src/parking/mandates/read-mandate.ts';
import type { Querier } from '../../../src/stores/postgres.ts';
import { defineOperation } from '../../operation.ts';
import { KeyInput, readKey } from './key-input.ts';
import { presentSecret, SecretKeySchema, withoutSecret } from './secret-key.ts';

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
  isSensitive: true,
  rows: () => 1,
  body: KeyInput,
  responses: {
    201: {
      description: 'The key and its secret; a repeat of the call gets no secret',
      schema: SecretKeySchema,
    },
  },
  repeat: {
    says: 'true when an earlier call made it',
    store: withoutSecret,
    recall: (key) => ({ key }),
    check: async ({ body, caller }, { db }) =>
      checkMode(caller, (await readAsked(db, caller, body)).mode),
  },

  async handler({ body, caller, requestId, remember }, { db }) {
    const asked = await readAsked(db, caller, body);
    const made = await grantKey(db, caller, asked, { requestId, remember });
    return { status: 201, body: presentSecret(made) };
  },
});

async function readAsked(
  db: Querier,
  caller: Principal,
  { mandate, ...rights }: Static<typeof KeyInput>,
): Promise<AskedKey> {
  const asked = readKey(rights);
  return mandate === undefined
    ? asked
    : { ...asked, mandate: await readMandate(db, caller, mandate) };
}
