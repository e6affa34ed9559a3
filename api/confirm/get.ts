import { findLinkState } from '../../src/access/operators/confirm-email.ts';
import { defineOperation } from '../operation.ts';
import { CONFIRM_PARAMS, CONFIRM_PATH, CONFIRM_RESPONSES, confirmPage } from './confirm-page.ts';

export const getConfirmationOperation = defineOperation({
  operationId: 'getConfirmation',
  method: 'get',
  path: CONFIRM_PATH,
  summary: 'The page with the button that confirms an e-mail address',
  description: 'Opening it confirms nothing, because programs that look for malware open links.',
  tags: ['meta'],
  auth: 'public',
  budgets: ['read'],
  params: CONFIRM_PARAMS,
  responses: CONFIRM_RESPONSES,
  handler: async ({ params }, { db }) => confirmPage(await findLinkState(db, params.token)),
});
