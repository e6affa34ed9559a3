import { afterAll, expect, test } from 'vitest';
import { BENCHES } from '../../bench/benches.ts';
import { measure } from '../../bench/measure.ts';
import { SIZES } from '../../bench/sizes.ts';
import { openStacks } from '../../bench/stage/stack.ts';
import type { TestDatabase } from '../stage/database.ts';
import { partOf, randomFrom, seedOfRun } from '../stage/random.ts';
import { faultsOfRecords } from '../stage/records.ts';

// Ratios of runs as small as these say nothing, so none is compared with its aim. A bench looks at
// answers before it measures them, and throws where its sides do not give the same.
const seed = seedOfRun();
/** Half of the stacks in a run, the others in another; all of them in `npm run test:soak`. */
const STACKS = partOf([...new Set(BENCHES.map(({ stack }) => stack))], randomFrom(seed), 2);
const benches = BENCHES.filter(({ stack }) => STACKS.includes(stack));
const stacks = openStacks();
afterAll(() => stacks.close());

test.for(benches)(`$name: its sides answer alike (seed ${seed})`, async (bench, { skip }) => {
  const notes: string[] = [];
  const run = { ...SIZES.tiny, say: () => undefined, note: (text: string) => notes.push(text) };
  const stack = await stacks.open(bench.stack);
  const rows = await measure(bench, stack, run);
  if (rows.length === 0 && notes.length > 0) {
    console.log(notes.join('\n'));
    skip(notes.join('; '));
  }
  expect(rows).not.toEqual([]);
  for (const { title, ratio } of rows) expect.soft(ratio, title).toBeGreaterThan(0);
  expect(await faultsOfRecords(stack.sql as TestDatabase['sql'])).toEqual([]);
});
