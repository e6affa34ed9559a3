import { Type } from 'typebox';
import { refuseFleet } from '../../../src/access/keys/refuse-fleet.ts';
import { showPayee } from '../../../src/money/payments/payees/read-payee.ts';
import { defineOperation } from '../../operation.ts';
import { PaymentAccountSchema, toAccountShape } from './account-shape.ts';

export const getPaymentAccountOperation = defineOperation({
  operationId: 'getPaymentAccount',
  method: 'get',
  path: '/api/v1/payments/account',
  summary: 'Your account at the payment processor, which gets what stays on your lots pay',
  description:
    'Of the mode of the key, as the processor has it now, or, while that is out of reach, as it ' +
    'was at `checked_at`. openPaymentAccount makes it, and gives the link to complete it.',
  tags: ['payouts'],
  auth: { scope: 'payouts:read', orScopes: ['plan:write'] },
  budgets: ['read'],
  responses: {
    200: {
      description: 'The account',
      schema: Type.Object({ account: PaymentAccountSchema }),
    },
  },

  async handler({ caller }, api) {
    refuseFleet(caller, 'payment accounts');
    const { operatorId, livemode } = caller;
    const account = await showPayee(api, { operatorId, livemode });
    return { status: 200, body: { account: toAccountShape(account, livemode) } };
  },
});
