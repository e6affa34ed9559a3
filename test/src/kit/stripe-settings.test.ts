import { expect, test } from 'vitest';
import { readConfig } from '../../../src/config.ts';

const STRIPE = {
  HEXLOT_PAYMENTS: 'stripe',
  HEXLOT_STRIPE_SECRET_KEY: 'sk_live_1',
  HEXLOT_STRIPE_TEST_SECRET_KEY: 'rk_test_1',
  HEXLOT_STRIPE_WEBHOOK_SECRETS: 'whsec_1, whsec_2',
};

test('payments are simulated unless something else is set', () => {
  expect(readConfig({}).stripe).toBeUndefined();
  expect(readConfig({ HEXLOT_PAYMENTS: 'simulated' }).stripe).toBeUndefined();
});

test('with all that is needed, payments go to Stripe', () => {
  expect(readConfig({ ...STRIPE, HEXLOT_STRIPE_API_BASE: 'http://127.0.0.1:9/' }).stripe).toEqual({
    secretKey: 'sk_live_1',
    testSecretKey: 'rk_test_1',
    webhookSecrets: ['whsec_1', 'whsec_2'],
    apiBase: 'http://127.0.0.1:9',
  });
});

test.each(Object.keys(STRIPE).slice(1))('without %s nothing starts', (name) => {
  expect(() => readConfig({ ...STRIPE, [name]: '' })).toThrow(
    `${name} is needed when HEXLOT_PAYMENTS is stripe`,
  );
});

test.each([
  ['HEXLOT_PAYMENTS', 'paypal'],
  ['HEXLOT_STRIPE_SECRET_KEY', 'sk_test_4242'],
  ['HEXLOT_STRIPE_TEST_SECRET_KEY', 'sk_live_4242'],
  ['HEXLOT_STRIPE_WEBHOOK_SECRETS', 'whsec_1,,whsec_4242'],
  ['HEXLOT_STRIPE_API_BASE', 'http://stripe.example'],
  ['HEXLOT_STRIPE_API_BASE', 'https://stripe.example/v1'],
])('%s cannot be %s, and no message repeats a secret', (name, value) => {
  const reading = () => readConfig({ ...STRIPE, [name]: value });
  expect(reading).toThrow(new RegExp(`^${name} must`));
  expect(reading).not.toThrow(/4242/);
});

test('a key that would not be used prevents the start', () => {
  expect(() => readConfig({ HEXLOT_STRIPE_SECRET_KEY: 'sk_live_1' })).toThrow(
    'HEXLOT_PAYMENTS must be stripe',
  );
});
