import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { expect, test } from 'vitest';
import { randomFrom, seedOfRun } from '../stage/random.ts';

const MACRO = join(import.meta.dirname, '../../sql/warehouse/2_staging/hours_within.sql');
const MONDAY_MIDNIGHT = Date.UTC(2026, 10, 16) / 3_600_000;
const HOURS_PER_WEEK = 168;

test('hours of the week are counted like one by one, in any span of hours', async () => {
  const seed = seedOfRun();
  const random = randomFrom(seed);
  const instance = await DuckDBInstance.create(':memory:');
  const connection = await instance.connect();
  await connection.run(readFileSync(MACRO, 'utf8'));
  for (let i = 0; i < 50; i += 1) {
    const from = MONDAY_MIDNIGHT + Math.floor(random() * 1_000);
    const to = from + Math.floor(random() * 700);
    const counts = Array.from({ length: HOURS_PER_WEEK }, () => 0);
    for (let hour = from; hour < to; hour += 1) {
      const ofWeek = (hour - MONDAY_MIDNIGHT) % HOURS_PER_WEEK;
      counts[ofWeek] = (counts[ofWeek] ?? 0) + 1;
    }
    const found = await connection.runAndReadAll(
      `select list(hours_within($from, $to, week.hour) order by week.hour)::integer[] as counts
       from range(168) as week (hour)`,
      { from, to },
    );
    expect(found.getRowObjectsJson(), `seed ${seed}`).toEqual([{ counts }]);
  }
  connection.closeSync();
  instance.closeSync();
});
