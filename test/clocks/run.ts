import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync } from 'node:fs';
import { CLOCKS } from './clocks.ts';

/**
 * Of Debian's package datefudge: it moves the clock of a process and of all that it starts, and
 * leaves the clock that waits are measured by. `libfaketime` would not do: in a handler of a signal
 * it tells the true time, so that no timeout of PostgreSQL ever comes.
 */
const LIBRARY = '/usr/lib/*/datefudge/datefudge.so';
/** Of one run: longer than the suite takes on a busy machine. */
const RUN_MS_MAX = 40 * 60_000;
/** Of the files that changed last, as many as take half a minute at each clock. */
const CHANGED_FILES_MAX = 6;

const USAGE = `Runs tests with the clock of all their processes at ${CLOCKS.length} instants.
npm run test:clocks                   the whole suite
npm run test:clocks -- FILE…          these files
npm run test:clocks -- --changed      those that changed last, ${CHANGED_FILES_MAX} at most`;

const given = process.argv.slice(2);
if (given.includes('--help')) {
  console.log(USAGE);
  process.exit(0);
}
const [library] = globSync(LIBRARY);
if (library === undefined) {
  console.log(`No test was run at another clock: install Debian's datefudge (no ${LIBRARY}).`);
  process.exit(given.includes('--changed') ? 0 : 1);
}
const files = given.includes('--changed') ? changedTests() : given;
let failed = 0;
for (const { name, at } of CLOCKS) {
  console.log(`\nThe clock at ${at}: ${name}`);
  if ((await runAt(at, library)) !== 0) failed += 1;
}
console.log(`\n${CLOCKS.length - failed} of ${CLOCKS.length} clocks passed`);
process.exit(failed === 0 ? 0 : 1);

/** Ends with the exit code of the tests. */
async function runAt(at: string, preload: string): Promise<number> {
  const behindS = Math.round((Date.now() - Date.parse(at)) / 1_000);
  const child = spawn(process.execPath, ['node_modules/vitest/vitest.mjs', 'run', ...files], {
    stdio: 'inherit',
    timeout: RUN_MS_MAX,
    env: { ...process.env, LD_PRELOAD: preload, DATEFUDGE: String(behindS) },
  });
  const [code] = (await once(child, 'exit')) as [number | null];
  if (code === null) console.log(`It did not end within ${RUN_MS_MAX / 60_000} minutes`);
  return code ?? 1;
}

/** The newest first, as far as `npm test` runs them. */
function changedTests(): string[] {
  const log = execFileSync('git', ['log', '--name-only', '--format=', '-n', '20', '--', 'test'], {
    encoding: 'utf8',
  });
  const known = new Set(globSync('test/**/*.test.ts', { exclude: ['test/faults/**'] }));
  return [...new Set(log.split('\n'))]
    .filter((path) => known.has(path))
    .slice(0, CHANGED_FILES_MAX);
}
