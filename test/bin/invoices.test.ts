import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { closeUsageMonths } from '../../src/money/usage/close-usage-months.ts';
import { LAST, LAST_FROM, newPayer, rehearse } from '../src/money/invoices/billing.ts';
import { addCharge } from '../src/money/usage/ledger.ts';
import { awayFromWholeHour } from '../stage/away-from-whole-hour.ts';
import { openTestDatabase, type TestDatabase } from '../stage/database.ts';
import { startStripeServer, stripeSettingsOf } from '../stripe-server/start.ts';
import { callHexlot } from './stage/call-hexlot.ts';

let database: TestDatabase;
let dir: string;
beforeAll(async () => {
  database = await openTestDatabase();
  dir = await mkdtemp(join(tmpdir(), 'hexlot-invoices-'));
});
afterAll(async () => {
  await rm(dir, { recursive: true, force: true });
  await database.drop();
});
await awayFromWholeHour();

async function hexlot(...args: string[]): Promise<string> {
  const settings = { HEXLOT_DATABASE_URL: database.connectionString, HEXLOT_DATA_DIR: dir };
  const { code, stdout, stderr } = await callHexlot(['invoices', ...args], settings);
  expect(code, stderr).toBe(0);
  return stdout;
}

test('invoices that are due are made now, and listed with what is not paid', async () => {
  expect(await hexlot('list')).toBe('There are no such invoices.\n');
  const [payer, debtor] = [await newPayer(database), await newPayer(database)];
  for (const caller of [payer, debtor])
    await addCharge(database, caller, { at: LAST_FROM, cents: 1_234 });
  await rehearse(database, debtor, 'open');
  await closeUsageMonths(database.pipelines);
  expect(await hexlot('run')).toBe('4 dealt with.\n');
  expect(await hexlot('list')).toContain(`${LAST}  12.34 USD  paid  Acme (${payer.operatorId})`);
  const { invoices } = JSON.parse(await hexlot('list', '--unpaid', '--json'));
  expect(invoices).toMatchObject([
    { operator_id: debtor.operatorId, total_cents: 1_234, status: 'open', paid_at: null },
  ]);
});

test('where Stripe takes payments it gets the invoices', async () => {
  const stripe = await startStripeServer();
  const { operatorId, ...caller } = await newPayer(database);
  await database.sql("update operators set email = 'a@acme.example' where operator_id = $1", [
    operatorId,
  ]);
  await addCharge(database, { ...caller, operatorId }, { at: LAST_FROM, cents: 1_234 });
  await closeUsageMonths(database.pipelines);
  const { code, stderr, stdout } = await callHexlot(['invoices', 'run'], {
    HEXLOT_DATABASE_URL: database.connectionString,
    HEXLOT_DATA_DIR: dir,
    ...stripeSettingsOf(stripe),
  });
  await stripe.stop();
  expect(code, stderr).toBe(0);
  expect(stdout).toMatch(/dealt with/);
  expect([...stripe.invoices.values()].map(({ sentTo }) => sentTo)).toEqual([['a@acme.example']]);
});
