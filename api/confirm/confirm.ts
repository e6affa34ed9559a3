import { confirmEmail } from '../../src/access/operators/confirm-email.ts';
import { defineOperation } from '../operation.ts';
import { CONFIRM_PARAMS, CONFIRM_PATH, CONFIRM_RESPONSES, confirmPage } from './confirm-page.ts';

export const confirmEmailOperation = defineOperation({
  operationId: 'confirmEmail',
  method: 'post',
  path: CONFIRM_PATH,
  summary: 'Confirm the e-mail address that a link was sent to',
  description: 'Where operators are checked by e-mail, the lots of the account are listed then.',
  tags: ['meta'],
  auth: 'public',
  budgets: ['write'],
  params: CONFIRM_PARAMS,
  responses: CONFIRM_RESPONSES,
  handler: async ({ params }, { db }) => confirmPage(await confirmEmail(db, params.token)),
});
