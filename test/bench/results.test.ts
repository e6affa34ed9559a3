import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { ALL, putSection, type Result, toSection } from '../../bench/results.ts';
import { SIZES } from '../../bench/sizes.ts';

const RESULT: Result = {
  kind: 'search',
  date: '2031-02-03',
  commit: 'abc1234 with changes',
  postgresVersion: '18.4',
  command: 'npm run bench -- --only search --write',
  sizes: { ...SIZES.full, durationMs: 1_000 },
  minutes: 4,
  rows: [
    { title: 'a', against: 'b', ours: '40/s', bare: '50/s', ratio: 0.8, aim: '>= 0.4' },
    { title: 'c', against: 'd', ours: '10/s', bare: '50/s', ratio: 0.2, aim: '>= 0.4' },
  ],
  notes: ['search: alone 3 ms'],
};
const OTHER = '## Run: feeds\n\nmeasured on another day';
const OLDER = '## Run: older\n\nof several days';
const HAND = '## Notes\n\nTried in vain.';
const BEFORE = `# Results\n\nWhat it is.\n\n${OTHER}\n\n${OLDER}\n\n${HAND}\n`;

test('a section says when, of what, on which machine and how much was measured', () => {
  const section = toSection(RESULT);
  expect(section).toMatch(/^## Run: search\n/);
  for (const told of [
    '2031-02-03',
    'commit abc1234 with changes',
    '`npm run bench -- --only search --write`',
    '4 minutes',
    `Node ${process.versions.node}`,
    'PostgreSQL 18.4',
    'GiB',
    'full sizes: medians of 5 pairs of 1 s, 200,000 lots, 10,000,000 events',
    '| a | 40/s | b | 50/s | **0.80** | >= 0.4 |',
    'Aims that were not met:\n\n- c, against d: 0.20 (>= 0.4)',
    'Also measured:\n\n- search: alone 3 ms',
  ])
    expect(section).toContain(told);
  expect(section).not.toContain('- a, against b');
});

test('a run replaces the whole table of the same benches, and no other', () => {
  const first = putSection(BEFORE, toSection(RESULT));
  expect(first).toBe(
    `# Results\n\nWhat it is.\n\n${toSection(RESULT)}\n\n${OTHER}\n\n${OLDER}\n\n${HAND}\n`,
  );
  const later = { ...RESULT, date: '2031-02-04', rows: RESULT.rows.slice(0, 1) };
  const second = first.replace(toSection(RESULT), toSection(later));
  expect(putSection(first, toSection(later))).toBe(second);
});

test('a run of all benches replaces the tables of all runs, and leaves what is written by hand', () => {
  const section = toSection({ ...RESULT, kind: ALL });
  expect(putSection(putSection(BEFORE, toSection(RESULT)), section)).toBe(
    `# Results\n\nWhat it is.\n\n${section}\n\n${HAND}\n`,
  );
});

test('the file in the project has its tables in sections that a run of all benches replaces', async () => {
  const before = await readFile(new URL('../../bench/RESULTS.md', import.meta.url), 'utf8');
  const after = putSection(before, toSection({ ...RESULT, kind: ALL }));
  expect(after.match(/^\| Work \| ours \|/gm)).toHaveLength(1);
  expect(after).toContain('\n## Forecast\n');
});
