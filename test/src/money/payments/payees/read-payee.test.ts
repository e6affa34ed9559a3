import { afterAll, beforeAll, expect, test } from 'vitest';
import { readPayee } from '../../../../../src/money/payments/payees/read-payee.ts';
import { openStripeStage, type StripeStage } from '../../../../api/webhooks/stripe/stage.ts';
import { newPayee } from './new-payee.ts';

let stage: StripeStage;
beforeAll(async () => {
  stage = await openStripeStage();
});
afterAll(() => stage.stop());

test('an older answer that comes later replaces no newer one', async () => {
  const { of, accountId } = await newPayee(stage);
  const { db, payments } = stage.api.app;
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
