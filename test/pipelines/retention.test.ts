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
  await database.sql(`insert into people (person_id, name) values ('per_1', 'Kim')`);
  await database.sql(
    `insert into members (member_id, operator_id, person_id, role)
     values ('mem_1', $1, 'per_1', 'owner')`,
    [operatorId],
  );
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
    job: 'forget-calls',
    table: 'call_refusals',
    column: 'at',
    hours: 7 * 24,
    add: `insert into call_refusals (request_id, at, operator_id, livemode, caller_type, caller_id,
        operation, status, code, fields, duration_ms)
      select $1, now() - $3::interval, $4, true, 'key', $2, 'getLot', 404, 'NOT_FOUND', '{}', 1`,
  },
  ...[
    { span: 'hour', days: 3 },
    { span: 'day', days: 35 },
  ].map(({ span, days }) => ({
    job: 'forget-calls',
    table: `call_counts where span = '${span}'`,
    column: 'from_at',
    hours: days * 24,
    add: `insert into call_counts (operator_id, livemode, span, from_at, caller_type, caller_id,
        operation, ok_count, refused_count, limited_count, failed_count)
      select $4, true, '${span}', now() - $3::interval, 'key', $2, $1, 1, 0, 0, 0`,
  })),
  {
    job: 'forget-confirmations',
    table: 'operator_confirmations',
    column: 'expires_at',
    hours: 24,
    add: `insert into operator_confirmations (token_sha256, operator_id, expires_at)
      select sha256($1::text::bytea), $4, now() - $3::interval where $2::text is not null`,
  },
  {
    job: 'forget-sign-ins',
    table: 'sign_ins',
    column: 'created_at',
    hours: 720,
    add: `insert into sign_ins (sign_in_id, token_sha256, person_id, member_id, method, created_at)
      select $1, sha256($1::text::bytea), 'per_1', 'mem_1', 'passkey', now() - $3::interval
      where concat($2::text, $4::text) is not null`,
  },
  {
    job: 'forget-sign-ins',
    table: 'invitations',
    column: 'expires_at',
    hours: 720,
    add: `insert into invitations (invitation_id, operator_id, role, token_sha256, made_by,
      expires_at) select $1, $4, 'viewer', sha256($1::text::bytea), $2, now() - $3::interval`,
  },
  {
    job: 'forget-sign-ins',
    table: 'sign_up_links',
    column: 'expires_at',
    hours: 24,
    add: `insert into sign_up_links (token_sha256, email, expires_at)
      select sha256($1::text::bytea), 'a@b.co', now() - $3::interval
      where concat($2::text, $4::text) is not null`,
  },
  {
    job: 'forget-sign-ins',
    table: 'email_changes',
    column: 'expires_at',
    hours: 24,
    add: `insert into email_changes (token_sha256, person_id, email, expires_at)
      select sha256($1::text::bytea), 'per_1', 'a@b.co', now() - $3::interval
      where concat($2::text, $4::text) is not null`,
  },
  {
    job: 'forget-sign-ins',
    table: 'sign_in_attempts',
    column: 'started_at',
    hours: 1,
    add: `insert into sign_in_attempts (scope, subject, attempt_count, started_at)
      select 4, sha256($1::text::bytea), 1, now() - $3::interval
      where concat($2::text, $4::text) is not null`,
  },
  {
    job: 'forget-sign-ins',
    table: 'known_devices',
    column: 'last_used_at',
    hours: 4320,
    add: `insert into known_devices (person_id, token_sha256, last_used_at)
      select 'per_1', sha256($1::text::bytea), now() - $3::interval
      where concat($2::text, $4::text) is not null`,
  },
  {
    job: 'forget-sign-ins',
    table: 'passkey_challenges',
    column: 'expires_at',
    hours: 0,
    add: `insert into passkey_challenges (challenge, use, expires_at)
      select $1, 'sign_in', now() - $3::interval where concat($2::text, $4::text) is not null`,
  },
  {
    job: 'forget-authorisations',
    table: 'oauth_payloads',
    column: 'created_at',
    hours: 30 * 24,
    add: `insert into oauth_payloads (model, id_sha256, payload, created_at)
      select 'Client', sha256($1::text::bytea), '{"client_id": "x"}', now() - $3::interval
      where $2::text is not null and $4::text is not null`,
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
