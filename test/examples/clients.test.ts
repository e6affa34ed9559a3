import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApi, type TestApi, type TestKey } from '../api/client.ts';
import { missingProgram } from '../found-program.ts';
import { addLot } from '../stage/fixtures.ts';
import { openTestWarehouse, type TestWarehouse } from '../stage/warehouse.ts';

// Each client parks against the real service. Its test key has no budget left when it begins, and
// the first capture for its plate fails.

const isPrinted = (pattern: RegExp) => expect.stringMatching(pattern);
const LINES = [
  'Found Cedar Street Garage',
  isPrinted(/^Parked: \w{4}-\w{4}, until \d{4}-/),
  isPrinted(/^Extended until \d{4}-/),
  'Left after 1 min',
  'Paid 0.06 usd at Cedar Street Garage',
  isPrinted(/^Held until \d{4}-.* for 7 usd$/),
  isPrinted(/^Activated: \w{4}-\w{4}$/),
  'Around here: 350 cents usd an hour, posted',
  'That answer cost 0 cents; confidence low',
  isPrinted(/^Ending it again: CONFLICT .*already_ended/),
];
const ANSWERS = [
  { lots: [{ name: 'Cedar Street Garage' }] },
  { session: { status: 'active', extended_count: 0 } },
  { session: { status: 'active', extended_count: 1 } },
  { session: { status: 'completed', duration_minutes: 1 } },
  { receipt: { total: 0.06 } },
  { hold: { status: 'held', quote: { amount: 7 } } },
  { session: { status: 'active' } },
  { session: { status: 'completed' } },
  { data: { market_rate: { avg_hourly_cents: 350, basis: 'posted' } }, meta: { cost_cents: 0 } },
  { error: { code: 'CONFLICT', details: { reason: 'already_ended' } } },
];

const CLIENTS = [
  {
    file: 'examples/curl.sh',
    program: 'sh',
    needs: ['curl --fail-with-body', 'node'],
    answers: true,
  },
  { file: 'examples/park.ts', program: process.execPath, needs: [], answers: false },
  { file: 'examples/park.py', program: 'python3', needs: ['python3'], answers: false },
];
const BUDGET_WINDOW_MS = 60_000;

type Finished = { key: TestKey; code: number | null; stdout: string; stderr: string };

let api: TestApi;
let warehouse: TestWarehouse;
const runs = new Map<string, Promise<Finished>>();

/** The API's clock. It stands still, so that no budget fills up, until every client got a 429. */
let now = Date.now();
let untold = 0;

beforeAll(async () => {
  api = await startTestApi({ clock: { now: () => now } });
  warehouse = await openTestWarehouse(api.database);
  const { operatorId } = await api.createKey();
  await addLot(api.database, {
    operator_id: operatorId,
    livemode: false,
    name: 'Cedar Street Garage',
    latitude: 41.2,
    longitude: -99.6,
    total_spaces: 100,
    currency: 'usd',
  });
  await warehouse.refresh();
  const clients = CLIENTS.filter(({ needs }) => needs.every(isThere));
  untold = clients.length;
  for (const client of clients) runs.set(client.file, run(client, await newExhaustedKey()));
});
afterAll(async () => {
  await Promise.all(runs.values());
  await warehouse.close();
  await api.stop();
});

/** Whether a program runs on this machine with the option that a client needs. */
function isThere(need: string): boolean {
  const [program = '', ...options] = need.split(' ');
  return missingProgram([[program, ...options, '--version']]) === undefined;
}

async function newExhaustedKey(): Promise<TestKey> {
  const key = await api.createKey({ mode: 'test' });
  let status = 0;
  while (status !== 429)
    ({ status } = await api.request('GET', '/api/v1/sessions', { key: key.secret }));
  return key;
}

/** Runs a client until it exits. */
async function run({ file, program }: (typeof CLIENTS)[number], key: TestKey): Promise<Finished> {
  const settings = { BASE: api.url, KEY: key.secret, PLATE: `SIMDOWN1${file.at(-1)}` };
  const child = spawn(program, [file], { env: { ...process.env, ...settings }, stdio: 'pipe' });
  const printed = { stdout: '', stderr: '' };
  child.stdout.on('data', (part) => {
    printed.stdout += part;
  });
  child.stderr.on('data', (part) => {
    printed.stderr += part;
  });
  child.stderr.once('data', () => {
    untold -= 1;
    if (untold === 0) now += BUDGET_WINDOW_MS;
  });
  const [code] = (await once(child, 'close')) as [number | null];
  return { key, code, ...printed };
}

test.each(CLIENTS)(
  '$file parks, and outlasts a used up budget and captures that fail at first',
  async (client) => {
    const finished = await runs.get(client.file);
    if (finished === undefined) {
      console.log(`skipped: ${client.file} needs ${client.needs.join(' and ')}`);
      return;
    }
    const { key, code, stdout, stderr } = finished;
    expect(code, stderr).toBe(0);
    const lines = stdout.trim().split('\n');
    if (client.answers) expect(lines.map((line) => JSON.parse(line))).toMatchObject(ANSWERS);
    else expect(lines).toEqual(LINES);
    // A test key may make 30 calls a minute, so Retry-After says 2 s. No client assumes that.
    expect(stderr).toMatch(/^.*\b429\b.*\n?.*(waiting 2\.\d s|Will retry in 2 seconds)/);
    expect(stderr.match(/\b502\b/g), stderr).toHaveLength(2);
    expect(await whatIsLeft(key)).toEqual({ stays: 2, captured: 2, holds: 1, keys: 6 });
  },
);

/** What a client wrote: each action once, each call with its own Idempotency-Key. */
async function whatIsLeft({ keyId }: TestKey) {
  const [row] = await api.database.sql<object>(
    `select
       (select count(*)::integer from sessions where key_id = $1) as stays,
       (select count(*)::integer from sessions
        where key_id = $1 and status = 'completed' and captured_at is not null) as captured,
       (select count(*)::integer from holds where key_id = $1 and status = 'activated') as holds,
       (select count(*)::integer from idempotency where key_id = $1) as keys`,
    [keyId],
  );
  return row;
}
