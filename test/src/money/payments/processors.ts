import { pino } from 'pino';
import type { StripeSettings } from '../../../../src/kit/stripe-settings.ts';
import { createSimulatedGateway } from '../../../../src/money/payments/simulated-gateway.ts';
import { createStripeGateway } from '../../../../src/money/payments/stripe/stripe-gateway.ts';
import type { NewIntent, PaymentGateway } from '../../../../src/parking/payments/gateway.ts';
import type { Rehearsal } from '../../../../src/parking/payments/rehearsals.ts';
import { openTestDatabase } from '../../../stage/database.ts';
import { LIVE_KEY, startStripeServer, TEST_KEY } from '../../../stripe-server/start.ts';

/** What the driver, its bank and the network do with an intent. */
export type Situation =
  | 'authorised'
  | 'can be raised'
  | 'not authorised'
  | 'captures refused'
  | 'capture refused once'
  | 'refunds refused'
  | 'down once';

export type Processor = {
  payments: PaymentGateway;
  /** An intent in this situation. */
  intent(situation: Situation, asked: { amountMinor: number; currency: string }): Promise<string>;
  stop(): Promise<void>;
};

let lastKey = 0;
export const newKey = () => `key_${++lastKey}`;

export function asked(more: Partial<NewIntent> = {}): NewIntent {
  const idempotencyKey = newKey();
  return {
    amountMinor: 1_000,
    currency: 'usd',
    livemode: false,
    sessionId: `ses_${idempotencyKey}`,
    payee: null,
    rehearsal: null,
    idempotencyKey,
    ...more,
  };
}

const REHEARSED: Record<Situation, Rehearsal | null> = {
  authorised: 'SIMINCRX',
  'can be raised': null,
  'not authorised': 'SIMAUTHX',
  'captures refused': 'SIMCAPTX',
  'capture refused once': 'SIMCAPT1',
  'refunds refused': 'SIMREFUX',
  'down once': 'SIMDOWN1',
};

export async function openSimulated(): Promise<Processor> {
  const database = await openTestDatabase();
  const payments = createSimulatedGateway(database.db);
  return {
    payments,
    async intent(situation, more) {
      const intent = asked({ ...more, rehearsal: REHEARSED[situation] });
      return (await payments.createIntent(intent)).paymentIntentId;
    },
    stop: () => database.drop(),
  };
}

export const settingsFor = (apiBase: string): StripeSettings => ({
  secretKey: LIVE_KEY,
  testSecretKey: TEST_KEY,
  webhookSecrets: ['whsec_1'],
  apiBase,
});

export async function openStripe(): Promise<Processor> {
  const server = await startStripeServer();
  const log = pino({ level: 'silent' });
  const payments = createStripeGateway(settingsFor(server.apiBase), { log });
  const { afterCall } = server;
  const prepare = (situation: Situation, id: string) => {
    const { driver } = server;
    if (situation !== 'not authorised')
      driver.authorise(id, { canRaise: situation === 'can be raised' });
    if (situation === 'captures refused') driver.refuse(id, 'insufficient_funds');
    if (situation === 'down once') server.fail(new RegExp(`POST .*${id}/capture`), '500 before');
    if (situation === 'capture refused once') refuseOnce(id);
    if (situation === 'refunds refused') refuseLater(id);
  };
  /** Until the first refusal was answered. */
  function refuseOnce(id: string) {
    server.driver.refuse(id, 'processing_error');
    afterCall(`POST payment_intents/${id}/capture`, () => server.driver.refuse(id, null));
  }
  /** Once the money was captured. */
  function refuseLater(id: string) {
    afterCall(`POST payment_intents/${id}/capture`, () => server.driver.refuse(id, 'lost_card'));
  }
  return {
    payments,
    async intent(situation, more) {
      const { paymentIntentId } = await payments.createIntent(asked(more));
      prepare(situation, paymentIntentId);
      return paymentIntentId;
    },
    stop: server.stop,
  };
}
