import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { environmentWith } from '../../bin/stage/run-hexlot.ts';
import { shellLines } from '../../docs/shell-lines.ts';

const run = promisify(execFile);
const PAGE = 'docs/importing.md';
const [COUNTS = ''] = shellLines(PAGE, 'Counts');
const [START = '', ...OTHER_TERMINAL] = shellLines(PAGE).filter((lines) => lines !== COUNTS);
const OTHERS_MAY_ENTER = 0o755;

let dir: string;
let service: ChildProcess;
let printed = '';

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'hexlot-city-'));
  await chmod(dir, OTHERS_MAY_ENTER);
  service = spawn('sh', ['-c', asHere(START)], {
    env: environmentWith({ HEXLOT_PORT: '0' }),
    stdio: ['ignore', 'pipe', 'inherit'],
    // A process group of its own, because Ctrl-C in a terminal signals the whole group.
    detached: true,
  });
  service.stdout?.on('data', (part) => {
    printed += part;
  });
  while (!printed.includes('Ctrl-C stops.')) await once(service.stdout ?? service, 'data');
});
afterAll(async () => {
  const ended = service.exitCode === null ? once(service, 'exit') : undefined;
  if (service.pid !== undefined) process.kill(-service.pid, 'SIGINT');
  await ended;
  await rm(dir, { recursive: true, force: true });
});

/** The lines with another folder, so that they write nothing into the project. */
function asHere(lines: string): string {
  return lines.replaceAll('./my-city', join(dir, 'data'));
}

const runLines = (lines: string, settings: Record<string, string> = {}) =>
  run('sh', ['-c', asHere(lines)], { env: environmentWith(settings) });

test('the command that an empty city prints works as printed', async () => {
  const [command = ''] = /^ {2}.*operator create.*$/m.exec(printed) ?? [];
  const { stdout } = await runLines(command);
  expect(stdout).toMatch(/^Operator op_\w+ \(pro\) created\.$/m);
});

test("the lines for a user's own city end with its market rate", async () => {
  const [, BASE = ''] = /Hexlot is up at (\S+)/.exec(printed) ?? [];
  const { stdout, stderr } = await runLines(OTHER_TERMINAL.join('\n'), { BASE });
  expect(stderr).toBe('');
  expect(stdout).toMatch(/^3 lots created, 0 updated, 0 unchanged\.$/m);
  expect(stdout).toMatch(/^3 stays imported, 0 were there already\.$/m);
  expect(stdout).toMatch(/^2 counts imported, 0 were there already\.$/m);
  expect(stdout).toMatch(/^0 lots would be created, 1 updated, 0 unchanged\.$/m);
  const answer = stdout.split('\n').find((line) => line.startsWith('{'));
  const { data, meta } = JSON.parse(answer ?? '');
  expect(data).toMatchObject({
    market_rate: { avg_hourly_cents: 289, currency: 'eur', basis: 'posted' },
    lot_count: 3,
    competitor_count: 0,
    occupancy_basis: null,
    demand_score: null,
    own: { lot_count: 3, stay_count: 3 },
  });
  expect(meta).toMatchObject({ cost_cents: 10, confidence: 'medium' });
});

test('the lines for files of counts in other forms import every reading that can be one', async () => {
  const [FIRST = ''] = OTHER_TERMINAL;
  const { stdout, stderr } = await runLines(`${FIRST}\n${COUNTS}`);
  expect(stderr).toBe('');
  expect(stdout).toContain('3 counts imported, 0 were there already.\n');
  expect(stdout).toContain(`2 counts imported, 0 were there already.
1 row rejected:
  line 3 (halles): Occupancy: must be a whole number from 0 to 100000, not "-1"
`);
});
