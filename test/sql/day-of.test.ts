import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { expect, test } from 'vitest';

const STAGING = join(import.meta.dirname, '../../sql/warehouse/2_staging');

test('days and hours of instants are those of casts in UTC, from 1970 to 2199', async () => {
  const instance = await DuckDBInstance.create(':memory:');
  const connection = await instance.connect();
  await connection.run("set TimeZone = 'UTC'");
  for (const name of ['day_of', 'hour_of'])
    await connection.run(readFileSync(join(STAGING, `${name}.sql`), 'utf8'));
  // Spread over all of the time, and the microseconds around the beginnings of some hours.
  const found = await connection.runAndReadAll(
    `with instants as (
       select make_timestamp((hash(i) % 7258118400000000)::bigint) as instant
       from range(20000) as t (i)
       union all
       select make_timestamp(i * 3600000000 + off)
       from range(1, 48) as t (i) cross join (values (-1), (0), (1)) as offsets (off)
     )
     select
       count(*)::integer as instants,
       count_if(day_of(instant) is distinct from instant::date)::integer as other_days,
       count_if(hour_of(instant) is distinct from date_trunc('hour', instant))::integer
         as other_hours
     from (select instant::timestamptz as instant from instants)`,
  );
  expect(found.getRowObjectsJson()).toEqual([{ instants: 20_141, other_days: 0, other_hours: 0 }]);
  connection.closeSync();
  instance.closeSync();
});
