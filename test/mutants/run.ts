import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { progressBar } from '../../bin/output.ts';
import type { Mutant } from './mutant.ts';
import { MUTANTS } from './mutants.ts';
import { copyTree, mutate, runTests, type Trial, tryMutant } from './trial.ts';

const HELP = `npm run test:mutants -- [options]   plant bugs one by one: tests must notice each
  --only NAME   this mutant; may be given again
  --list        the mutants, and what would go wrong with each
  --json        one JSON object on stdout
  --help        this text`;

/** Each trial runs a PostgreSQL server and a test file. */
const AT_ONCE_MAX = 2;
const OUTCOMES = { failed: 'caught', passed: 'SURVIVED', broken: 'BROKEN' } as const;

const { values: options } = parseArgs({
  options: {
    only: { type: 'string', multiple: true },
    list: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});

type Result = { name: string; outcome: (typeof OUTCOMES)[Trial['outcome']]; detail: string };

if (options.help) process.stdout.write(`${HELP}\n`);
else if (options.list)
  for (const { name, file, why } of MUTANTS) process.stdout.write(`${name}  ${file}: ${why}\n`);
else process.exitCode = await main(choose(options.only));

function choose(names: readonly string[] | undefined): Mutant[] {
  const unknown = names?.find((name) => MUTANTS.every((mutant) => mutant.name !== name));
  if (unknown !== undefined) throw new Error(`there is no mutant ${unknown}`);
  return MUTANTS.filter((mutant) => names?.includes(mutant.name) ?? true);
}

/** Runs the tests on the unchanged tree, then on every mutant. Returns the exit code. */
async function main(mutants: readonly Mutant[]): Promise<number> {
  const stop = new AbortController();
  process.on('SIGINT', () => stop.abort());
  const home = await mkdtemp(join(tmpdir(), 'hexlot-mutants-'));
  const tree = join(home, 'tree');
  try {
    await copyTree('.', tree);
    for (const mutant of mutants) await mutate(mutant, tree);
    const tests = [...new Set(mutants.flatMap((mutant) => mutant.tests))];
    const healthy = await runTests(tree, tests, stop.signal);
    stop.signal.throwIfAborted();
    if (healthy.outcome !== 'passed')
      throw new Error(`the tests fail without any mutant: ${healthy.detail}`);
    return report(await tryAll(mutants, tree, stop.signal));
  } finally {
    await rm(home, { recursive: true, force: true });
  }
}

async function tryAll(
  mutants: readonly Mutant[],
  tree: string,
  signal: AbortSignal,
): Promise<Result[]> {
  const progress = progressBar('mutants', mutants.length, 'tried');
  const waiting = [...mutants];
  const results: Result[] = [];
  const lane = async () => {
    while (!signal.aborted) {
      const mutant = waiting.shift();
      if (mutant === undefined) return;
      const { outcome, detail } = await tryMutant(mutant, tree, signal);
      results.push({ name: mutant.name, outcome: OUTCOMES[outcome], detail });
      progress.update(results.length);
    }
  };
  try {
    await Promise.all(Array.from({ length: AT_ONCE_MAX }, lane));
    signal.throwIfAborted();
  } finally {
    progress.done();
  }
  const rank = new Map(mutants.map((mutant, at) => [mutant.name, at]));
  return results.sort((a, b) => (rank.get(a.name) ?? 0) - (rank.get(b.name) ?? 0));
}

function report(results: readonly Result[]): number {
  const missed = results.filter((result) => result.outcome !== 'caught');
  if (options.json) process.stdout.write(`${JSON.stringify({ results })}\n`);
  else {
    for (const { name, outcome, detail } of results)
      process.stdout.write(`${outcome.padEnd(8)}  ${name}: ${detail}\n`);
    process.stdout.write(`${results.length - missed.length} of ${results.length} caught\n`);
  }
  return missed.length === 0 ? 0 : 1;
}
