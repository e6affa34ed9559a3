import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { tryCell } from './cell.ts';
import { ALL_CELLS, type Cell, FEW_CELLS, nameOf } from './cells.ts';
import { installTools, makePlace } from './place.ts';

const HELP = `npm run test:install -- [options]   install and start in a clean folder
  --all         with every npm on every Node, in some 25 minutes; else with two pairs
  --only TEXT   pairs whose name has TEXT in it; may be given again
  --list        the pairs
  --help        this text`;

const { values: options } = parseArgs({
  options: {
    all: { type: 'boolean', default: process.env.HEXLOT_TEST_SIZE === 'full' },
    only: { type: 'string', multiple: true },
    list: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});

const counts = { passed: 0, failed: 0, skipped: 0 };

if (options.help) process.stdout.write(`${HELP}\n`);
else if (options.list) for (const cell of choose()) say(nameOf(cell));
else process.exitCode = await main(choose());

function choose(): readonly Cell[] {
  const { all, only } = options;
  if (only === undefined) return all ? ALL_CELLS : FEW_CELLS;
  const chosen = ALL_CELLS.filter((cell) => only.some((text) => nameOf(cell).includes(text)));
  if (chosen.length === 0) throw new Error(`no pair is called ${only.join(' or ')}`);
  return chosen;
}

/** Returns the exit code. */
async function main(cells: readonly Cell[]): Promise<number> {
  const stop = new AbortController();
  process.on('SIGINT', () => stop.abort());
  const home = await mkdtemp(join(tmpdir(), 'hexlot install '));
  // Some cells run as another user.
  await chmod(home, 0o755);
  try {
    // Two at a time, one of them as another user.
    const own = cells.filter((_, index) => index % 2 === 0);
    const others = cells.filter((_, index) => index % 2 === 1);
    await Promise.all([
      tryInTurn(own, join(home, 'own'), false, stop.signal),
      tryInTurn(others, join(home, 'another'), true, stop.signal),
    ]);
    stop.signal.throwIfAborted();
  } finally {
    await rm(home, { recursive: true, force: true });
  }
  say(`${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`);
  return counts.failed === 0 ? 0 : 1;
}

async function tryInTurn(
  cells: readonly Cell[],
  home: string,
  isStrange: boolean,
  signal: AbortSignal,
): Promise<void> {
  for (const cell of cells) {
    if (signal.aborted) return;
    counts[await tryOne(cell, home, isStrange, signal)] += 1;
  }
}

async function tryOne(
  cell: Cell,
  home: string,
  isStrange: boolean,
  signal: AbortSignal,
): Promise<keyof typeof counts> {
  const startedAt = performance.now();
  const tell = (outcome: string, more = '') => {
    const seconds = Math.round((performance.now() - startedAt) / 1_000);
    say(`${outcome}  ${nameOf(cell)} (${seconds} s)${more}`);
  };
  const tools = join(home, nameOf(cell));
  try {
    await installTools(cell, tools);
  } catch (error) {
    tell('skipped', `: the registry does not give them: ${messageOf(error)}`);
    return 'skipped';
  }
  try {
    const place = await makePlace(join(home, 'cell'), tools, join(home, 'cache'), isStrange);
    await tryCell(cell, place, signal);
    tell('passed ', place.user === undefined ? '' : ', as another user');
    return 'passed';
  } catch (error) {
    tell('FAILED ', `: ${messageOf(error)}`);
    return 'failed';
  } finally {
    await rm(tools, { recursive: true, force: true });
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
