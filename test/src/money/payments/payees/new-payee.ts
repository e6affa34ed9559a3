import { systemActor } from '../../../../../src/access/principals/actor.ts';
import { onboardPayee } from '../../../../../src/money/payments/payees/onboard-payee.ts';
import type { StripeStage } from '../../../../api/webhooks/stripe/stage.ts';

const URLS = { returnUrl: 'https://city.example', refreshUrl: 'https://city.example' };

/** A new operator, and its account of the test mode: Stripe still asks for more. */
export async function newPayee({ api, stripe }: StripeStage) {
  const { operatorId } = await api.createKey({ mode: 'test' });
  const { db, payments } = api.app;
  const of = { operatorId, livemode: false };
  await onboardPayee({ db, payments }, { ...of, ...URLS, country: null }, systemActor('test'));
  return { of, accountId: stripe.accounts().at(-1)?.id ?? '' };
}
