import { millisecondsInSecond } from 'date-fns/constants';
import type Stripe from 'stripe';
import type {
  NewPayee,
  OpenLink,
  PayeeLink,
  PayeeState,
} from '../../../parking/payments/payee-accounts.ts';
import { once } from './once.ts';
import { instantOf, PAGE } from './stripe-lists.ts';

/** By how much Stripe's clock may be behind ours. */
const SKEW_SECONDS = 3_600;

/**
 * Stripe asks the operator itself what it must know, and shows it its payouts. The platform pays
 * Stripe's fees and bears losses, because it takes the payments.
 */
export async function createAccount(stripe: Stripe, payee: NewPayee) {
  const { operatorId, email, country } = payee;
  const asked: Stripe.AccountCreateParams = {
    ...(email !== null && { email }),
    ...(country !== null && { country }),
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
    () => findMade(stripe, payee),
    async (key) => {
      const { id } = await stripe.accounts.create(asked, { idempotencyKey: key });
      return { accountId: id };
    },
  );
}

/** The account, if an earlier call has made it; undefined: none has. */
async function findMade(stripe: Stripe, { operatorId, askedAt }: NewPayee) {
  const since = Math.floor(askedAt.getTime() / millisecondsInSecond) - SKEW_SECONDS;
  for await (const { id, metadata } of stripe.accounts.list({ created: { gte: since }, ...PAGE }))
    if (metadata?.operator_id === operatorId) return { accountId: id };
  return undefined;
}

export async function createAccountLink(stripe: Stripe, link: PayeeLink): Promise<OpenLink> {
  const { url, expires_at } = await stripe.accountLinks.create({
    account: link.accountId,
    refresh_url: link.refreshUrl,
    return_url: link.returnUrl,
    type: 'account_onboarding',
  });
  return { url, expiresAt: instantOf(expires_at) };
}

/**
 * Payments are the platform's, so what an account needs to be paid is that transfers to it are
 * allowed, whether or not it could take payments of its own.
 */
export async function readAccount(stripe: Stripe, accountId: string): Promise<PayeeState> {
  const account = await stripe.accounts.retrieve(accountId);
  return {
    chargesEnabled: account.capabilities?.transfers === 'active',
    payoutsEnabled: account.payouts_enabled,
    requirements: account.requirements?.currently_due ?? [],
    disabledReason: account.requirements?.disabled_reason ?? null,
  };
}
