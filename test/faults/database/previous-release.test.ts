import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createKey } from '../../../src/access/keys/create-key.ts';
import { SCOPES } from '../../../src/access/principals/scopes.ts';
import { buildGround } from '../../../src/demo/build-ground.ts';
import { EXAMPLE_LOT } from '../../../src/demo/city.ts';
import { followIn, type Json, operationsOf } from '../../../src/kit/web/document/described.ts';
import { separateRoles } from '../../../src/stores/migrations/database-roles.ts';
import { migrate } from '../../../src/stores/migrations/migrate.ts';
import { numberParameters } from '../../../src/stores/number-parameters.ts';
import type { Call } from '../../api/client.ts';
import { type ExampleCalls, openExampleCalls } from '../../api/example-calls.ts';
import { runHexlot } from '../../bin/stage/run-hexlot.ts';
import { keptOf } from '../../released/kept.ts';
import { unpackLastRelease } from '../../released/last-release.ts';
import { openDatabaseBefore, type TestDatabase } from '../../stage/database.ts';
import { type ApiProcess, killApiProcesses, startApiProcess } from '../processes/api-process.ts';

// Fault 29: processes of the release before go on beside the new ones, on the new schema.

/** So that no budget limits the test. */
const CALLS_PER_MINUTE = 100_000;
/** Query parameters that an operation needs. */
const QUERIES: Readonly<Record<string, Record<string, string>>> = {
  listLotChanges: { since: '1' },
  findSessions: { plate: 'EX1' },
  getHistory: { metric: 'posted_rate', from: '2026-01-01', to: '2026-01-02' },
  getDemandForecast: { date: '2026-11-28' },
  getAgentDemand: { city: 'Lincoln' },
};

const home = mkdtempSync(join(tmpdir(), 'hexlot-release-'));
const release = join(home, 'release');
const kept = keptOf('openapi-1') ?? {};
const operations = operationsOf(kept);

/** Why the last release cannot be run here; undefined: it runs. */
let missing: string | undefined;
let database: TestDatabase;
let api: ApiProcess;
let secret: string;
let calls: ExampleCalls;

beforeAll(async () => {
  missing = unpackLastRelease(release);
  if (missing !== undefined) return;
  chmodSync(home, 0o755);
  database = await openDatabaseBefore('000000');
  const { connectionString, owner } = database;
  const settings = { HEXLOT_DATABASE_URL: connectionString };
  const program = join(release, 'bin/hexlot.ts');
  expect(await runHexlot(['migrate'], settings, program)).toMatchObject({ code: 0 });
  api = await startApiProcess(connectionString, {
    program,
    settings: { HEXLOT_WEBHOOK_ALLOW: 'hooks.example.com:443' },
  });
  await migrate(connectionString);
  await separateRoles(connectionString);
  const { buyerOperatorId: operatorId } = await buildGround(owner);
  const limits = { read: CALLS_PER_MINUTE, write: CALLS_PER_MINUTE };
  const key = await createKey(owner, {
    operatorId,
    name: 'old',
    mode: 'live',
    scopes: SCOPES,
    rateLimits: { ...limits, intelligence: CALLS_PER_MINUTE, agent_call: CALLS_PER_MINUTE },
    actorId: 'test',
  });
  secret = key.secret;
  const caller = { secret, keyId: key.key.id, operatorId };
  calls = await openExampleCalls({ request: ask, database }, caller, EXAMPLE_LOT.id);
});
afterAll(async () => {
  killApiProcesses();
  await database?.drop();
  rmSync(home, { recursive: true, force: true });
});

/** Asks the old API. */
async function ask(method: string, path: string, { headers, body, query }: Call = {}) {
  const answer = await api.exchange(`${path}?${new URLSearchParams(query as never)}`, {
    method,
    headers: {
      authorization: `Bearer ${secret}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(headers as Record<string, string>),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  if (answer === undefined) throw new Error('the old API ended');
  return answer;
}

function examplesOf(operation: Json): Json[] {
  const { content } = followIn(kept, operation.requestBody) as { content: Record<string, Json> };
  const { schema } = content['application/json'] ?? {};
  return (followIn(kept, schema).examples ?? []) as Json[];
}

test('every statement of the last release can be prepared on the new schema', async ({ skip }) => {
  if (missing !== undefined) skip(missing);
  const folder = join(release, 'sql/postgres/queries');
  const client = new pg.Client({ connectionString: database.connectionString });
  await client.connect();
  const failing: string[] = [];
  for (const file of readdirSync(folder)) {
    const { text } = numberParameters(readFileSync(join(folder, file), 'utf8'));
    if (/^lock table/m.test(text)) continue;
    await client
      .query(`prepare old_${file.replace('.sql', '')} as ${text}`)
      .catch((error: Error) => failing.push(`${file}: ${error.message}`));
  }
  await client.end();
  expect(failing).toEqual([]);
});

test('the API of the last release, which runs on, does all of its examples on the new schema', async ({
  skip,
}) => {
  if (missing !== undefined) skip(missing);
  const bodied = operations.filter(({ operation }) => operation.requestBody !== undefined);
  expect(bodied.length).toBeGreaterThan(0);
  for (const { path, method, operation } of bodied)
    for (const example of examplesOf(operation)) {
      // Only its id is looked at.
      const { params, body } = await calls.prepare(operation as never, example);
      await calls.call(method.toUpperCase(), filled(path, params), body);
      await calls.cleanUp();
    }
});

test('it answers all that is read, too', async ({ skip }) => {
  if (missing !== undefined) skip(missing);
  // Figures are read as after a refresh, though all of them are empty.
  await database.sql(
    `insert into marts.publication (publication_id, watermark_tx, watermark_id, as_of)
     values ('old', '1', 1, now())`,
  );
  const failing: string[] = [];
  for (const { path, method, operation } of operations.filter(({ method }) => method === 'get')) {
    const { params } = await calls.prepare(operation as never, {});
    const query = { lat: '41.2', lng: '-99.6', ...QUERIES[operation.operationId] };
    const answer = await ask(method, filled(path, params), { query });
    if (answer.status >= 500) failing.push(`${path} ${answer.status} ${answer.text}`);
  }
  expect(failing).toEqual([]);
});

const filled = (path: string, params: Record<string, string>) =>
  path.replaceAll(/\{(\w+)\}/g, (_all, name) => params[name] ?? 'none');
