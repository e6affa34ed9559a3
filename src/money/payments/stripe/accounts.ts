import type Stripe from 'stripe';
import type { NewPayee, PayeeLink, PayeeState } from '../../../parking/payments/payee-accounts.ts';
import { once } from './once.ts';

/**
 * Stripe asks the operator itself what it must know, and shows it its payouts. The platform pays
 * Stripe's fees and bears losses, because it takes the payments.
 */
export async function createAccount(stripe: Stripe, payee: NewPayee) {
  const { operatorId, email, country } = payee;
  const asked: Stripe.AccountCreateParams = {
    email,
    ...(country !== undefined && { country }),
    controller: {
      fees: { payer: 'application' },
      losses: { payments: 'application' },
      requirement_collection: 'stripe',
      stripe_dashboard: { type: 'express' },
    },
    capabilities: { transfers: { requested: true } },
    metadata: { operator_id: operatorId },
  };
  return once(
    payee.idempotencyKey,
    async () => undefined,
    async (key) => {
      const { id } = await stripe.accounts.create(asked, { idempotencyKey: key });
      return { accountId: id };
    },
  );
}

export async function createAccountLink(stripe: Stripe, link: PayeeLink) {
  const { url } = await stripe.accountLinks.create({
    account: link.accountId,
    refresh_url: link.refreshUrl,
    return_url: link.returnUrl,
    type: 'account_onboarding',
  });
  return { url };
}

export async function readAccount(stripe: Stripe, accountId: string): Promise<PayeeState> {
  const account = await stripe.accounts.retrieve(accountId);
  return {
    chargesEnabled: account.charges_enabled,
    payoutsEnabled: account.payouts_enabled,
    requirements: account.requirements?.currently_due ?? [],
    disabledReason: account.requirements?.disabled_reason ?? null,
  };
}
