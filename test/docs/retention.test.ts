import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { timetable } from '../../pipelines/jobs.ts';
import { readConfig } from '../../src/config.ts';
import { ERASURE_DAYS_MAX } from '../../src/parking/privacy/erasure.ts';

const page = readFileSync('docs/promises.md', 'utf8');
const [, section = ''] = page.split('## How long what is kept');
const rows = section
  .split('\n')
  .filter((line) => /^\|(?!-)/.test(line))
  .slice(1)
  .map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );

/** What is done by the call itself, and not by a job. */
const AT_ONCE = 'at once';

const namesIn = (cell = '') => [...cell.matchAll(/`([^`]*)`/g)].map(([, name = '']) => name);

test('each line says what, for how long, by which job of the timetable and by which test', () => {
  const jobs = timetable(readConfig({})).map(({ name }) => name);
  expect(rows.length).toBeGreaterThan(15);
  for (const [what, howLong, job, tests] of rows) {
    expect(howLong, what).not.toBe('');
    if (!job?.startsWith(AT_ONCE)) {
      expect(namesIn(job).length, what).toBeGreaterThan(0);
      expect(
        namesIn(job).filter((name) => !jobs.includes(name)),
        what,
      ).toEqual([]);
    }
    expect(namesIn(tests).length, what).toBeGreaterThan(0);
    expect(
      namesIn(tests).filter((path) => !existsSync(path)),
      what,
    ).toEqual([]);
  }
});

test('every job that forgets something has a line', () => {
  const named = rows.flatMap(([, , job]) => namesIn(job));
  const forgetting = timetable(readConfig({}))
    .map(({ name }) => name)
    .filter((name) => /^(forget|erase)-/.test(name));
  expect(forgetting.filter((name) => !named.includes(name) && name !== 'forget-setbacks')).toEqual(
    [],
  );
});

test('the pages have the days of the code', () => {
  const room = readFileSync('docs/rooms/privacy.md', 'utf8').replaceAll(/\s+/g, ' ');
  const { erasureWaitDays } = readConfig({});
  expect(room).toContain(`waits for ${erasureWaitDays} days`);
  expect(room).toContain(`${ERASURE_DAYS_MAX} days after the request`);
});
