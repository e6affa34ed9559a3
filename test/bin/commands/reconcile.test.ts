import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestDatabase, type TestDatabase } from '../../stage/database.ts';
import { LIVE_KEY, startStripeServer, stripeSettingsOf } from '../../stripe-server/start.ts';
import { callHexlot } from '../stage/call-hexlot.ts';

const DAY = '2026-11-20';
let database: TestDatabase;
let stripe: Awaited<ReturnType<typeof startStripeServer>>;
let dir: string;
beforeAll(async () => {
  database = await openTestDatabase();
  stripe = await startStripeServer();
  dir = await mkdtemp(join(tmpdir(), 'hexlot-reconcile-'));
});
afterAll(async () => {
  await rm(dir, { recursive: true, force: true });
  await stripe.stop();
  await database.drop();
});

const hexlot = (...args: string[]) =>
  callHexlot(['reconcile', ...args], {
    HEXLOT_DATABASE_URL: database.connectionString,
    HEXLOT_DATA_DIR: dir,
    ...stripeSettingsOf(stripe),
  });

test('a day is compared when it is asked for, and what differs is listed with exit code 1', async () => {
  const well = { code: 0, stdout: 'Nothing that was compared differs.\n' };
  const never = await hexlot();
  expect(never.code).toBe(0);
  expect(never.stdout).toMatch(/^No day was compared yet/);
  expect(await hexlot('--day', DAY)).toMatchObject(well);
  expect(await hexlot()).toMatchObject(well);
  stripe.setClock(() => Date.parse(`${DAY}T12:00:00Z`));
  const id = await newIntent();
  expect(await hexlot()).toMatchObject(well);
  const found = await hexlot('--day', DAY);
  expect(found.code).toBe(1);
  expect(found.stderr).toBe('hexlot: 1 difference\n');
  expect(found.stdout).toBe(
    `${DAY}  live  ${id}  none here, 3.00 there CAD  a payment of a stay that is not here\n`,
  );
  const listed = await hexlot('--json');
  expect(listed.code).toBe(1);
  const finding = { day: DAY, livemode: true, kind: 'stay_missing', subject: id, ours_minor: null };
  expect(JSON.parse(listed.stdout)).toMatchObject({
    compared_at: expect.any(String),
    findings: [finding],
  });
  expect(await hexlot('--day', '2026-11-19')).toMatchObject(well);
});

test('a day that is not over, and none, are refused', async () => {
  const today = new Date().toISOString().slice(0, 10);
  expect(await hexlot('--day', today)).toMatchObject({
    code: 1,
    stderr: 'hexlot: --day must be a day (UTC) that is over\n',
  });
  const wrong = await hexlot('--day', '2026-11-31');
  expect(wrong.code).toBe(1);
  expect(wrong.stderr).toContain('must be a date like 2026-11-01');
});

test('a processor that does not answer is an error, and nothing is compared', async () => {
  stripe.fail(/GET balance_transactions/, '500 before', 2);
  const { code, stdout, stderr } = await hexlot('--day', '2026-11-18');
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  expect(stderr).toContain('the payment processor');
  const compared = "select from reconciled_days where day = '2026-11-18'";
  expect(await database.sql(compared)).toEqual([]);
});

/** One that names a stay that is not here. */
async function newIntent(): Promise<string> {
  const answer = await fetch(`${stripe.apiBase}/v1/payment_intents`, {
    method: 'POST',
    headers: { authorization: `Bearer ${LIVE_KEY}`, 'stripe-version': '2026-10-28.endive' },
    body: 'amount=300&currency=cad&capture_method=manual&metadata[session_id]=ses_1',
  });
  const { id } = (await answer.json()) as { id: string };
  stripe.driver.authorise(id);
  return id;
}
