import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readdir, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { environmentWith } from '../../bin/stage/run-hexlot.ts';
import { shellLines } from '../../docs/shell-lines.ts';
import { missingProgram } from '../../found-program.ts';

// A newcomer starts the demo city and pastes the lines of a page into another terminal, from the
// first to the last, after the line that `npm start` prints for it.

const run = promisify(execFile);
const OTHERS_MAY_ENTER = 0o755;
/** Its lines start a city of their own (importing.test.ts). */
const OWN_CITY = 'docs/importing.md';
const PAGES = globSync('{docs,examples}/*.md').filter(
  (page) => page !== OWN_CITY && shellLines(page).length > 0,
);
/** What `webhooks listen` gets before Ctrl-C, and what it needs to say that it is connected. */
const LISTEN_SECONDS = 8;
/** Stands for the newcomer's Ctrl-C, which ends what would otherwise go on. */
const CTRL_C = `npm() {
  case "$*" in
    *'webhooks listen'*) timeout -s INT ${LISTEN_SECONDS} npm "$@" || [ $? = 124 ] ;;
    *) command npm "$@" ;;
  esac
}
`;

let dir: string;
let folder: string;
let service: ChildProcess;
let printed = '';

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'hexlot-pasted-'));
  await chmod(dir, OTHERS_MAY_ENTER);
  folder = join(dir, 'project');
  await mkdir(folder);
  // What the lines write stays out of the project.
  for (const name of await readdir('.')) await symlink(resolve(name), join(folder, name));
  service = spawn('npm', ['start'], {
    cwd: folder,
    // The test may run where example.org cannot be looked up.
    env: here({ HEXLOT_PORT: '0', HEXLOT_WEBHOOK_ALLOW: 'example.org:443' }),
    stdio: ['ignore', 'pipe', 'inherit'],
    // A process group of its own, because Ctrl-C in a terminal signals the whole group.
    detached: true,
  });
  service.stdout?.on('data', (part) => {
    printed += part;
  });
  const ended = once(service, 'exit').then(([status]) => {
    throw new Error(`it ended with ${status}`);
  });
  while (!printed.includes('Ctrl-C stops.'))
    await Promise.race([once(service.stdout ?? service, 'data'), ended]);
  ended.catch(() => {});
});
afterAll(async () => {
  const ended = service.exitCode === null ? once(service, 'exit') : undefined;
  if (service.pid !== undefined) process.kill(-service.pid, 'SIGINT');
  await ended;
  await rm(dir, { recursive: true, force: true });
});

const here = (more: Record<string, string> = {}) =>
  environmentWith({ HEXLOT_DATA_DIR: join(dir, 'data'), ...more });

async function paste(lines: string) {
  const [first = ''] = /^ {2}BASE=.*$/m.exec(printed) ?? [];
  const script = `${CTRL_C}${first}\n${lines}`;
  return run('sh', ['-euc', script], { cwd: folder, env: here() });
}

// Pages do not need each other, and a newcomer may have several terminals.
test.concurrent.each(PAGES)('the lines of %s work as they stand, in order', async (page) => {
  const blocks = shellLines(page).filter((lines) => {
    const missing = lines.includes('ogr2ogr') && missingProgram([['ogr2ogr', '--version']]);
    if (missing) console.log(`skipped in ${page}: ${missing}`);
    return !missing;
  });
  const { stdout } = await paste(blocks.join('\n'));
  // curl succeeds when the service refuses.
  expect(stdout).not.toContain('"error"');
});

test('the first calls, the last of them in the README, return a lot and a market rate', async () => {
  const first = shellLines('docs/by-hand.md', 'First calls').join('\n').split('\n');
  const { stdout } = await paste([first[0], ...shellLines('README.md', 'One call')].join('\n'));
  const [found, bought] = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(found.lots).toHaveLength(1);
  expect(bought.data.market_rate.avg_hourly_cents).toBeGreaterThan(0);
});
