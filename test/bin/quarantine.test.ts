import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runPipelines } from '../../pipelines/worker.ts';
import { readConfig } from '../../src/config.ts';
import { openServices } from '../../src/services/open-services.ts';
import { insertAudit } from '../pipelines/stage/broken-rows.ts';
import { openTestDatabase, type TestDatabase } from '../stage/database.ts';
import { callHexlot } from './stage/call-hexlot.ts';
import { runHexlot } from './stage/run-hexlot.ts';

let database: TestDatabase;
let dir: string;
let settings: Record<string, string>;

beforeAll(async () => {
  database = await openTestDatabase();
  dir = await mkdtemp(join(tmpdir(), 'hexlot-quarantine-'));
  settings = { HEXLOT_DATABASE_URL: database.connectionString, HEXLOT_DATA_DIR: dir };
});
afterAll(async () => {
  await rm(dir, { recursive: true, force: true });
  await database.drop();
});

const hexlotBy =
  (run: typeof runHexlot) =>
  async (...args: string[]): Promise<string> => {
    const { code, stdout, stderr } = await run(args, settings);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    return stdout;
  };
const hexlot = hexlotBy(callHexlot);
/** In a process of its own. */
const hexlotAlone = hexlotBy(runHexlot);

test('rows that cannot be read are shown by status, listed with reasons, and tried again', async () => {
  const row = { action: 'hold.created', livemode: true, at: new Date().toISOString() };
  const [id] = await insertAudit(database, [{ ...row, entity_id: 'secret', diff: { after: {} } }]);
  await database.passHorizon();
  await hexlot('refresh');
  expect(await hexlot('status')).toMatch(
    /^quarantine +1 row of audit_log since \S+: not in fct_holds, nor in any figure$/m,
  );
  const listed = JSON.parse(await hexlotAlone('quarantine', 'list', '--json'));
  expect(listed).toEqual({
    row_count: 1,
    rows: [
      {
        ...{ source: 'audit_log', tx: expect.stringMatching(/^\d+$/), id, kind: row.action },
        reason: expect.stringContaining('lot_id is missing; space_count is missing'),
        since: expect.stringMatching(/^\d{4}-.*Z$/),
      },
    ],
  });
  const retried = await hexlot('quarantine', 'retry');
  expect(retried).toContain('1 row tried again.\n1 row cannot be read');
});

test('while pipelines run they are asked, for one source or all', async () => {
  const config = readConfig({ ...settings, HEXLOT_REFRESH_SECONDS: '600' });
  const log = pino({ level: 'silent' });
  const role = await runPipelines(await openServices({ config, db: database.pipelines, log }));
  try {
    const lines = await hexlotAlone('quarantine', 'list', '--source', 'audit_log');
    expect(lines).toMatch(/^\S+ {2}audit_log \d+\/\d+ {2}hold\.created: lot_id is missing;/);
    expect(lines).not.toContain('secret');
    expect(await hexlot('quarantine', 'list', '--source', 'search_log')).toBe(
      'Every row can be read.\n',
    );
    expect(JSON.parse(await hexlot('quarantine', 'retry', '--json'))).toMatchObject({
      tried_count: 1,
      row_count: 1,
    });
  } finally {
    await role.stop();
  }
});

test('a source that there is not is refused, and the sources are named', async () => {
  const { code, stdout, stderr } = await callHexlot(
    ['quarantine', 'list', '--source', 'nowhere'],
    settings,
  );
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  expect(stderr).toContain('audit_log');
});
