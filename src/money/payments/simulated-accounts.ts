import type { PayeeAccounts } from '../../parking/payments/payee-accounts.ts';

/** Accounts of the processor that moves no money: complete at once, as it asks for nothing. */
export const SIMULATED_ACCOUNTS: PayeeAccounts = {
  create: async ({ operatorId }) => ({ accountId: `acct_sim_${operatorId}` }),
  createLink: async ({ returnUrl }) => ({ url: returnUrl, expiresAt: null }),
  read: async () => ({
    chargesEnabled: true,
    payoutsEnabled: true,
    requirements: [],
    disabledReason: null,
  }),
};
