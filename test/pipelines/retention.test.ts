import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { timetable } from '../../pipelines/jobs.ts';
import { readConfig } from '../../src/config.ts';
import { openTestDatabase, type TestDatabase } from '../stage/database.ts';
import { addCaller } from '../stage/fixtures.ts';

let database: TestDatabase;
let ids: { operator: string; key: string };

beforeAll(async () => {
  database = await openTestDatabase();
  const { operatorId, id: keyId } = await addCaller(database);
  ids = { operator: operatorId, key: keyId };
});
afterAll(() => database.drop());

async function run(name: string): Promise<void> {
  const job = timetable(readConfig({})).find((one) => one.name === name);
  const context = { db: database.pipelines, log: pino({ level: 'silent' }) };
  await job?.run(context as unknown as Parameters<typeof job.run>[0]);
}

const HOURS_KEPT = [
  {
    job: 'forget-idempotency',
    table: 'idempotency',
    column: 'created_at',
    hours: 24,
    add: `insert into idempotency (key_id, operation, idempotency_key, body_sha256, status,
      response, created_at) select $2, 'op', $1::text, sha256('x'), 201, '{}', now() - $3::interval
      where $4::text is not null`,
  },
  {
    job: 'forget-purchases',
    table: 'purchases',
    column: 'bought_at',
    hours: 24,
    add: `insert into purchases (key_id, operation, question_sha256, bought_at)
      select $2, 'op', sha256($1::text::bytea), now() - $3::interval where $4::text is not null`,
  },
  {
    job: 'forget-confirmations',
    table: 'operator_confirmations',
    column: 'expires_at',
    hours: 24,
    add: `insert into operator_confirmations (token_sha256, operator_id, expires_at)
      select sha256($1::text::bytea), $4, now() - $3::interval where $2::text is not null`,
  },
];

test.each(HOURS_KEPT)(
  '$job deletes rows of $table after $hours hours, and not before',
  async (kept) => {
    const { job, table, column, hours, add } = kept;
    for (const minutes of [hours * 60 - 5, hours * 60 + 5])
      await database.sql(add, [`row ${minutes}`, ids.key, `${minutes} minutes`, ids.operator]);
    await run(job);
    const rows = await database.sql(
      `select (extract(epoch from now() - ${column}) / 3600)::integer as age from ${table}`,
    );
    expect(rows).toEqual([{ age: hours }]);
  },
);
