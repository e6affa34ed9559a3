import { readFile, writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { monotonicMs, systemClock } from '../src/kit/clock.ts';
import { BENCHES } from './benches.ts';
import { type Bench, measure } from './measure.ts';
import { inOneLine, missesAim, type Row, toTable } from './report.ts';
import { ALL, findCommit, putSection, type Result, toSection } from './results.ts';
import { scoreForecasts } from './runs/forecast.ts';
import { SIZES } from './sizes.ts';
import { measureForecasts } from './stage/forecast-size.ts';
import { openStacks } from './stage/stack.ts';

const NAMES = BENCHES.map(({ name }) => name);
const HELP = `npm run bench -- [forecast] [options]
Measures against bare limits, both sides in one run.
  --all         everything, as without --only: half an hour on two cores
  --only NAME   what to measure; may be given again:
                ${NAMES.slice(0, 10).join(' ')}
                ${NAMES.slice(10).join(' ')}
  forecast      score the demand forecast on real cities, and draw it; with none of the others
  --quick       fewer pairs, 20,000 lots, 200,000 events
  --tiny        one pair of 0.1 s, 400 lots: shows that benches run, and nothing else
  --write       put the run into bench/RESULTS.md, in place of the last one of the same benches
  --json        one JSON object on stdout
  --help        this text`;

const MINUTE_MS = 60_000;

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    all: { type: 'boolean', default: false },
    only: { type: 'string', multiple: true },
    quick: { type: 'boolean', default: false },
    tiny: { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});
if (options.all && options.only !== undefined) throw new Error('--all or --only, not both');
if (options.quick && options.tiny) throw new Error('--quick or --tiny, not both');
const sizes = SIZES[options.quick ? 'quick' : options.tiny ? 'tiny' : 'full'];
if (options.write && sizes !== SIZES.full) throw new Error('--write keeps runs of full size only');
const startedAt = monotonicMs();
/** What is being measured, shown before what is being done for it. */
let progress = '';

if (options.help) process.stdout.write(`${HELP}\n`);
else if (positionals.includes('forecast')) await forecast();
else await main(choose(options.only ?? NAMES));

/** Accuracy, then size: neither is a ratio, so they are not in the table. */
async function forecast(): Promise<void> {
  const run = { ...sizes, say, note };
  await scoreForecasts(run);
  await measureForecasts(run);
}

function choose(names: readonly string[]): Bench[] {
  const unknown = names.find((name) => !NAMES.includes(name));
  if (unknown !== undefined) throw new Error(`there is no bench ${unknown}`);
  return BENCHES.filter(({ name }) => names.includes(name));
}

async function main(benches: readonly Bench[]): Promise<void> {
  const commit = findCommit();
  const { failed, ...measured } = await measureAll(benches);
  const result = {
    kind: benches.length === BENCHES.length ? ALL : benches.map(({ name }) => name).join(', '),
    date: new Date(systemClock.now()).toISOString().slice(0, 10),
    commit,
    command: ['npm run bench --', ...process.argv.slice(2)].join(' '),
    sizes,
    minutes: minutesSoFar(),
    ...measured,
  };
  await tell(result, failed);
}

/**
 * One bench after the other; where one fails, the others go on. A run that is ended early prints
 * what it has measured.
 */
async function measureAll(benches: readonly Bench[]) {
  const estimated = benches.reduce((sum, { minutes }) => sum + minutes, 0) * sizes.timeShare;
  const about = `about ${Math.ceil(estimated)}`;
  note(`${benches.length} benches, ${about} minutes on two quiet cores`);
  const rows: Row[] = [];
  const notes: string[] = [];
  const failed: string[] = [];
  let postgresVersion = 'unknown';
  const stacks = openStacks();
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => {
      if (rows.length > 0) note(toTable(rows));
      stacks.close().finally(() => process.exit(1));
    });
  for (const [done, bench] of benches.entries()) {
    const { name } = bench;
    progress = `${done + 1} of ${benches.length}, minute ${minutesSoFar()} of ${about}: ${name}`;
    if (!process.stderr.isTTY) note(progress);
    const keep = (text: string) => {
      notes.push(`${name}: ${text}`);
      note(`${name}: ${text}`);
    };
    try {
      say('starting PostgreSQL and the service');
      const stack = await stacks.open(bench.stack);
      const [version] = (await stack.sql('show server_version')) as { server_version: string }[];
      postgresVersion = version?.server_version ?? postgresVersion;
      rows.push(...(await measure(bench, stack, { ...sizes, say, note: keep })));
    } catch (error) {
      failed.push(name);
      note(`${name} failed: ${error instanceof Error ? error.stack : error}`);
    }
  }
  await stacks.close();
  progress = '';
  return { rows, notes, failed, postgresVersion };
}

/** Prints the result, and writes it where all of it was measured. */
async function tell(result: Result, failed: readonly string[]): Promise<void> {
  const missed = result.rows.filter(missesAim).map(inOneLine);
  const asJson = { ...result, aims_not_met: missed, failed };
  process.stdout.write(options.json ? `${JSON.stringify(asJson)}\n` : `${toSection(result)}\n`);
  note(`${result.minutes} minutes; ${result.rows.length} rows, ${missed.length} aims were not met`);
  for (const line of missed) note(`  ${line}`);
  if (failed.length > 0) {
    note(`failed${options.write ? ', so nothing is written' : ''}: ${failed.join(', ')}`);
    process.exitCode = 1;
  } else if (options.write) {
    const file = new URL('RESULTS.md', import.meta.url);
    await writeFile(file, putSection(await readFile(file, 'utf8'), toSection(result)));
  }
}

function minutesSoFar(): number {
  return Math.round((monotonicMs() - startedAt) / MINUTE_MS);
}

/** Shows what is being done now, on one line of a terminal. */
function say(text: string): void {
  const line = progress === '' ? text : `${progress}, ${text}`;
  if (process.stderr.isTTY) process.stderr.write(`\r\x1b[K${line}`);
}

/** Prints a line that stays, above what is being done now. */
function note(text: string): void {
  process.stderr.write(process.stderr.isTTY ? `\r\x1b[K${text}\n` : `${text}\n`);
}
