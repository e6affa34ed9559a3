import { afterAll, expect, test } from 'vitest';
import { BENCHES } from '../../bench/benches.ts';
import { measure } from '../../bench/measure.ts';
import { SIZES } from '../../bench/sizes.ts';
import { openStacks } from '../../bench/stage/stack.ts';
import type { TestDatabase } from '../stage/database.ts';
import { faultsOfRecords } from '../stage/records.ts';

// Ratios of runs as small as these say nothing, so none is compared with its aim. A bench looks at
// answers before it measures them, and throws where its sides do not give the same.
const stacks = openStacks();
afterAll(() => stacks.close());

test.for(BENCHES)('$name: both sides run, and answer alike', async (bench, { skip }) => {
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
