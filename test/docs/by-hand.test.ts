import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApi, type TestApi, type TestKey } from '../api/client.ts';
import { addLot } from '../stage/fixtures.ts';
import { openTestWarehouse, type TestWarehouse } from '../stage/warehouse.ts';
import { shellLines } from './shell-lines.ts';

const run = promisify(execFile);
const LINES = shellLines('docs/by-hand.md').join('\n');
const FIRST_CALLS = shellLines('docs/by-hand.md', 'First calls').join('\n');
const README_CALL = shellLines('README.md', 'One call').join('\n');

let api: TestApi;
let key: TestKey;
let warehouse: TestWarehouse;

beforeAll(async () => {
  api = await startTestApi();
  key = await api.createKey();
  await addLot(api.database, {
    operator_id: key.operatorId,
    latitude: 41.2,
    longitude: -99.6,
    total_spaces: 20,
  });
  warehouse = await openTestWarehouse(api.database);
  await warehouse.refresh();
});
afterAll(async () => {
  await warehouse.close();
  await api.stop();
});

const FIRST_ANSWERS = [
  { lots: [{ name: expect.stringMatching(/^Test lot/) }] },
  { data: { market_rate: { avg_hourly_cents: 350, basis: 'posted' } } },
];

/** Runs the lines like a terminal, which continues after a line that fails. */
const runLines = (shell: string, secret = key.secret, lines = LINES) =>
  run(shell, ['-c', lines], { env: { ...process.env, BASE: api.url, KEY: secret } });

test('the lines to try by hand do what the page says, in sh and again in bash', async () => {
  for (const shell of ['sh', 'bash']) {
    const { stdout, stderr } = await runLines(shell);
    expect(stderr).toBe('');
    const answers = stdout
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line));
    expect(answers).toMatchObject([
      ...FIRST_ANSWERS,
      { lots: [], near: { name: 'Munich, DE' } },
      { session: { status: 'active', extended_count: 1 } },
      { session: { status: 'completed', duration_minutes: 1 } },
      { data: expect.arrayContaining([expect.objectContaining({ plate: 'NE 4821' })]) },
      { receipt: { total: expect.any(Number) } },
      { refund: { status: 'succeeded', amount: 0.01 } },
      { data: [{ status: 'open', refunds: expect.any(Number) }] },
      { session: { status: 'completed', plate: 'NE 4822' } },
      { dispatch: { status: 'released' } },
    ]);
  }
});

test.each([
  ['first calls of the page', FIRST_CALLS, FIRST_ANSWERS],
  ['call of the README', README_CALL, FIRST_ANSWERS.slice(1)],
])('the %s: a lot, and what parking costs', async (_, lines, expected) => {
  const { stdout, stderr } = await runLines('sh', key.secret, lines);
  expect(stderr).toBe('');
  const answers = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(answers).toMatchObject(expected);
});

test('an error is shown unchanged, also where a line picks a part of the answer', async () => {
  const { stdout, stderr } = await runLines('sh', `pk_live_${'A'.repeat(43)}`);
  expect(stdout).toContain('"code":"UNAUTHORIZED"');
  const shown = stderr.split('\n').filter((line) => line.startsWith('{"error":'));
  expect(shown.length).toBeGreaterThan(2);
});

test('the lines can be pasted into shells that read no comments and expand brackets', () => {
  const unquoted = `${LINES}${README_CALL}`.replaceAll(/'[^']*'|"(\\.|[^"\\])*"/g, '');
  expect(unquoted).not.toMatch(/#|[[\]*?!]/);
});
