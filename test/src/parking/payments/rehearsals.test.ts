import { afterAll, beforeAll, expect, test } from 'vitest';
import { createSimulatedGateway } from '../../../../src/money/payments/simulated-gateway.ts';
import {
  REHEARSAL_TEXT,
  REHEARSALS,
  rehearsalOf,
} from '../../../../src/parking/payments/rehearsals.ts';
import { openTestDatabase, type TestDatabase } from '../../../stage/database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.drop());

test('the first letters of a plate choose the rehearsal, only in the test world', () => {
  for (const prefix of REHEARSALS)
    for (const plate of [prefix, `${prefix}A1B2`]) {
      expect(rehearsalOf({ livemode: false, plate })).toBe(prefix);
      expect(rehearsalOf({ livemode: true, plate })).toBeNull();
    }
  for (const plate of ['SIM', 'SIMCAPT', 'SIMCAPT2', 'ASIMCAPTX', 'SIMCAP1', 'NE4821'])
    expect(rehearsalOf({ livemode: false, plate })).toBeNull();
});

test('the OpenAPI document names each rehearsal', () => {
  for (const prefix of REHEARSALS) expect(REHEARSAL_TEXT).toContain(prefix);
});

test('a slow processor waits 5 seconds for each capture and refund, with no connection held', async () => {
  const waits: { ms: number; queries: number }[] = [];
  let queries = 0;
  const db = {
    async query<Row extends object>(name: string, values?: Record<string, unknown>) {
      queries += 1;
      return database.db.query<Row>(name, values);
    },
  };
  const wait = async (ms: number) => waits.push({ ms, queries });
  const payments = createSimulatedGateway(db, { wait });
  const asked = { amountMinor: 100, currency: 'cad', livemode: false, idempotencyKey: 'slow' };
  const intent = await payments.createIntent({
    ...asked,
    sessionId: 'ses_slow',
    payee: null,
    rehearsal: 'SIMSLOW5',
  });
  const { paymentIntentId } = intent;
  await payments.capture({ ...asked, paymentIntentId, feeOf: () => 10 });
  await payments.refund({ ...asked, paymentIntentId, feeMinor: 10 });
  // Every query to the database comes after the waiting.
  expect(waits).toEqual([
    { ms: 5_000, queries: 0 },
    { ms: 5_000, queries: 1 },
  ]);
});
