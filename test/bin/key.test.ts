import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createOperator } from '../../src/access/operators/create-operator.ts';
import { openTestDatabase, type TestDatabase } from '../stage/database.ts';
import { callHexlot } from './stage/call-hexlot.ts';
import { runHexlot } from './stage/run-hexlot.ts';

let database: TestDatabase;
let dir: string;
let operatorId: string;

beforeAll(async () => {
  database = await openTestDatabase();
  dir = await mkdtemp(join(tmpdir(), 'hexlot-key-'));
  const request = { name: 'CLI', plan: 'pro', actorId: 'test' };
  operatorId = (await createOperator(database.owner, request)).id;
});
afterAll(async () => {
  await rm(dir, { recursive: true, force: true });
  await database.drop();
});

const hexlotBy =
  (run: typeof runHexlot) =>
  (...args: string[]) =>
    run(['key', ...args], {
      HEXLOT_DATABASE_URL: database.connectionString,
      HEXLOT_DATA_DIR: dir,
    });
const hexlot = hexlotBy(callHexlot);
/** In a process of its own. */
const hexlotAlone = hexlotBy(runHexlot);
const create = (...args: string[]) =>
  hexlot('create', '--operator', operatorId, '--mode', 'live', '--scopes', 'lots:read', ...args);

test('a key has the expiry, the limits and the cap it was made with, and so has its replacement', async () => {
  const expires = new Date(Date.now() + 86_400_000).toISOString();
  const limits = ['--rate-limit', 'read=1200', '--rate-limit', 'intelligence=200'];
  const made = await create(...['--expires', expires, ...limits, '--spend-cap', '500', '--json']);
  expect(made.code, made.stderr).toBe(0);
  const { key } = JSON.parse(made.stdout);
  const granted = {
    expires_at: expires,
    rate_limits: { read: 1200, intelligence: 200 },
    spend_cap_cents: 500,
  };
  expect(key).toMatchObject(granted);

  const rotated = await hexlotAlone('rotate', '--key', key.id, '--json');
  expect(rotated.stderr).toBe('');
  const { key: successor } = JSON.parse(rotated.stdout);
  expect(successor).toMatchObject({ ...granted, operator_id: operatorId, scopes: ['lots:read'] });
  expect(successor.secret).toMatch(/^pk_live_/);

  const listed = await hexlot('list', '--operator', operatorId, '--json');
  const shown = JSON.parse(listed.stdout).keys;
  expect(shown).toMatchObject([{ id: successor.id, revoked_at: null }, { id: key.id }]);
  expect(shown[1].revoked_at).not.toBeNull();
  const { stdout } = await hexlot('list', '--operator', operatorId);
  expect(stdout).toContain(`, expires ${expires}, at most 500 cents a month, read=1200, intell`);
});

test('a name that was given over HTTP gives no orders to the terminal', async () => {
  const name = 'till\u001b[2J\u0007';
  const { stdout } = await create('--name', name, '--json');
  const { id } = JSON.parse(stdout).key;
  const listed = await hexlot('list', '--operator', operatorId);
  expect(listed.stdout).toContain(`${id}  till [2J (`);
  expect(listed.stdout).not.toContain('\u001b');
});

test.each([
  ['--expires', '2020-01-01T00:00:00Z', 'expires_at: must be in the future'],
  ['--rate-limit', 'parties=9', 'rate_limits.parties: is not a budget; there are read, write,'],
  ['--mandate', '{"max_per_day":20', 'mandate: "{"max_per_day":20" is not JSON'],
  ['--spend-cap', '-1', 'spend_cap_cents: must be a whole number of cents from 0'],
])('%s %s: exit 1, and one line that says why', async (option, value, reason) => {
  const { code, stdout, stderr } = await create(option, value, '--json');
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  expect(stderr).toContain(`hexlot: ${reason}`);
  expect(stderr.split('\n')).toHaveLength(2);
});

test('a key has the mandate it was made with, and the list says what it allows', async () => {
  const rules = { currency: 'cad', max_per_stay: 7, max_per_day: 20, needs_activation: true };
  const made = await create('--mandate', JSON.stringify(rules), '--json');
  expect(made.code, made.stderr).toBe(0);
  const { mandate } = JSON.parse(made.stdout).key;
  expect(mandate).toMatchObject({ ...rules, left_today: 20, max_per_month: null });
  const { stdout } = await hexlot('list', '--operator', operatorId);
  expect(stdout).toContain(
    `, mandate ${mandate.id}: at most 7.00 cad a stay and 20.00 cad a day, others begin ` +
      'its stays, by the clock of UTC)',
  );
});
