import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemActor } from '../../../../../src/access/keys/actor.ts';
import { onboardPayee } from '../../../../../src/money/payments/payees/onboard-payee.ts';
import { readPayee } from '../../../../../src/money/payments/payees/read-payee.ts';
import { openStripeStage, type StripeStage } from '../../../../api/webhooks/stripe/stage.ts';

let stage: StripeStage;
beforeAll(async () => {
  stage = await openStripeStage();
});
afterAll(() => stage.stop());

const URLS = { returnUrl: 'https://city.example', refreshUrl: 'https://city.example' };

test('an older answer that comes later replaces no newer one', async () => {
  const { operatorId } = await stage.api.createKey({ mode: 'test' });
  const of = { operatorId, livemode: false };
  const { db, payments } = stage.api.app;
  const asked = { ...of, ...URLS, country: null };
  await onboardPayee({ db, payments }, asked, systemActor('test'));
  const accountId = stage.stripe.accounts().at(-1)?.id ?? '';
  let readCount = 0;
  /** Between Stripe's answer and its being stored, the account changes and others read it. */
  const read: typeof payments.accounts.read = async (account) => {
    const state = await payments.accounts.read(account);
    readCount += 1;
    if (readCount > 1) return state;
    stage.stripe.driver.decide(accountId, { isReady: true, due: [] });
    expect(await readPayee({ db, payments }, of)).toMatchObject({ chargesEnabled: true });
    return state;
  };
  const late = { ...payments, accounts: { ...payments.accounts, read } };
  const ready = { chargesEnabled: true, requirements: [] };
  expect(await readPayee({ db, payments: late }, of)).toMatchObject(ready);
  expect(await readPayee({ db, payments }, of)).toMatchObject({ ...ready, isChanged: false });
});
