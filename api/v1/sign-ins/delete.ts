import { endOwnSignIn } from '../../../src/access/sign-in/own-sign-ins.ts';
import { SIGN_IN_PARAMS } from '../../fields/id-params.ts';
import { defineOperation } from '../../operation.ts';

export const deleteSignInOperation = defineOperation({
  operationId: 'deleteSignIn',
  method: 'delete',
  path: '/api/v1/sign-ins/{sign_in_id}',
  summary: 'End one of your sign-ins at once',
  description: 'Only for a person who is signed in: for a key it is 403.',
  tags: ['members'],
  auth: 'key',
  budgets: ['write'],
  params: SIGN_IN_PARAMS,
  responses: { 204: { description: 'It has ended, now or before' } },
  errors: ['FORBIDDEN', 'NOT_FOUND'],

  async handler({ params, caller, requestId }, { db }) {
    await endOwnSignIn(db, caller, params.sign_in_id, requestId);
    return { status: 204 };
  },
});
