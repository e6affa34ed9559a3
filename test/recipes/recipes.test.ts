import { readdirSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestApi, TestKey } from '../api/client.ts';
import { readDump } from '../api/v1/lots/mirror.ts';
import { type CopiedProject, copyProject } from './copied-project.ts';

// The recipes of CONTRIBUTING.md, followed in a copy of this project: how many files they take, and
// that nothing else is needed.

const FILES_MAX = 6;
const LOT = { name: 'Elm Street', lat: 41.2, lng: -99.6, total_spaces: 9, base_rate: 2 };
const PHONE = '+1 308 555 0100';

let project: CopiedProject;
let filesOfField: string[];
let filesOfOperation: string[];
let api: TestApi;
let key: TestKey;
let lotId: string;

beforeAll(async () => {
  project = await copyProject();
  await addPhone();
  filesOfField = [...project.changed, 'sql/postgres/schema.sql'];
  project.changed.clear();
  await addCount();
  filesOfOperation = [...project.changed];
  await startCopy();
  const { status, body, text } = await send('POST', '/api/v1/lots', { ...LOT, phone: ` ${PHONE}` });
  expect(status, text).toBe(201);
  lotId = body.lot.id;
});
afterAll(async () => {
  await api.stop();
  await project.remove();
});

const send = (method: string, path: string, body: object) =>
  api.request(method, path, { key: key.secret, body });
const get = (path: string) => api.request('GET', path, { key: key.secret });

async function startCopy() {
  type Client = typeof import('../api/client.ts');
  type Migrations = typeof import('../../src/stores/migrations/migrate.ts');
  const { startTestApi } = await project.load<Client>('test/api/client.ts');
  api = await startTestApi();
  key = await api.createKey();
  const { migrate } = await project.load<Migrations>('src/stores/migrations/migrate.ts');
  await migrate(api.database.connectionString);
}

/** The number that drivers call: an optional text that everyone sees. */
async function addPhone() {
  const last = readdirSync('sql/postgres/migrations').sort().at(-1) ?? '';
  const number = String(Number(last.split('_')[0]) + 1).padStart(last.indexOf('_'), '0');
  await project.write(
    `sql/postgres/migrations/${number}_lot_phone.sql`,
    '-- null: nobody stated it.\nalter table lots add column phone text;\n',
  );
  await project.insert(
    'src/parking/lots/fields/source-fields.ts',
    "  phone: text('Number that drivers call'),\n",
    '  osm_id: {',
  );
  const list = 'sql/postgres/columns/lot_described_columns.sql';
  await project.insert(list, 'phone, ', 'is_osm_export_allowed');
  await project.insert('sql/postgres/functions/shown_lot.sql', "'phone', lot.phone, ", "'osm_id'");
  await project.insert('CHANGELOG.md', '- A lot has a `phone`.\n\n', '### Reserving and parking');
}

/** How many lots an operator has: a read with a statement of its own. */
async function addCount() {
  await project.write(
    'sql/postgres/queries/lots_count_own.sql',
    `-- How many lots an operator has in one world.
select count(*)::integer as lot_count
from lots
where operator_id = :operator_id and livemode = :livemode and deleted_at is null;
`,
  );
  await project.write(
    'src/parking/lots/count-own-lots.ts',
    `import type { Principal } from '../../access/principals/principal.ts';
import type { Querier } from '../../stores/postgres.ts';

/** How many lots the caller's operator has in the caller's world. */
export async function countOwnLots(
  db: Querier,
  { operatorId, livemode }: Principal,
): Promise<number> {
  const values = { operatorId, livemode };
  const [row] = await db.query<{ lotCount: number }>('lots_count_own', values);
  return row?.lotCount ?? 0;
}
`,
  );
  await project.write(
    'api/v1/lots/count.ts',
    `import { Type } from 'typebox';
import { countOwnLots } from '../../../src/parking/lots/count-own-lots.ts';
import { defineOperation } from '../../operation.ts';

export const countLotsOperation = defineOperation({
  operationId: 'countLots',
  method: 'get',
  path: '/api/v1/lots/count',
  summary: 'Count your lots',
  description: 'Those that are not listed and those that are closed too.',
  tags: ['lots'],
  auth: { scope: 'lots:read' },
  budgets: ['read'],
  responses: {
    200: {
      description: 'The number',
      schema: Type.Object({ lot_count: Type.Integer({ minimum: 0, description: 'Lots' }) }),
    },
  },

  async handler({ caller }, { db }) {
    return { status: 200, body: { lot_count: await countOwnLots(db, caller) } };
  },
});
`,
  );
  const list = 'api/v1/lots/operations.ts';
  await project.insert(
    list,
    "import { countLotsOperation } from './count.ts';\n",
    'import { createLotOperation }',
  );
  await project.insert(list, '  countLotsOperation,\n', '  getLotOperation,\n');
  await project.write(
    'test/api/v1/lots/count.test.ts',
    `import { afterAll, expect, test } from 'vitest';
import { openStage } from '../../stage.ts';

const { api, get } = await openStage();
afterAll(() => api.stop());

test('an operator without lots has 0', async () => {
  expect((await get('/api/v1/lots/count')).body).toEqual({ lot_count: 0 });
});
`,
  );
  await project.insert('CHANGELOG.md', '- Lots are counted.\n', '- A lot has a `phone`.');
}

describe('a field of a lot', () => {
  test(`takes ${FILES_MAX} files at most`, () => {
    expect(filesOfField.length, filesOfField.join('\n')).toBeLessThanOrEqual(FILES_MAX);
  });

  test('is stated by its operator, and seen by everyone: look-up, search, dump, list', async () => {
    const found = await api.request('GET', `/api/v1/lots/${lotId}`);
    expect(found.body.lot.phone).toBe(PHONE);
    const { lat, lng } = LOT;
    const searched = await api.request('GET', '/api/v1/lots/search', { query: { lat, lng } });
    expect(searched.body.lots).toMatchObject([{ id: lotId, phone: PHONE }]);
    const { lots } = await readDump(api);
    expect(lots).toMatchObject([{ id: lotId, properties: { phone: PHONE } }]);
    expect((await get('/api/v1/lots')).body.data).toMatchObject([{ phone: PHONE }]);
  });

  test('is refused by its name', async () => {
    const tooLong = { phone: '1'.repeat(501) };
    const { status, body } = await send('PATCH', `/api/v1/lots/${lotId}`, tooLong);
    expect([status, body.error.details[0].field]).toEqual([400, 'phone']);
  });

  test('is in the event and the audit row of a change, and our own dump brings it back', async () => {
    const { lots: features } = await readDump(api);
    const removed = await send('PATCH', `/api/v1/lots/${lotId}`, { phone: null });
    expect(removed.body.lot.phone).toBeNull();
    expect((await get('/api/v1/events')).body.data[0]).toMatchObject({
      type: 'lot.updated',
      data: { changed: ['phone'], before: { phone: PHONE }, after: { phone: null } },
    });
    expect((await get('/api/v1/audit')).body.data[0].diff).toMatchObject({
      before: { phone: PHONE },
    });
    const batch = await send('POST', '/api/v1/lots/batch', { type: 'FeatureCollection', features });
    expect(batch.body).toMatchObject({ updated: 1 });
    expect((await get(`/api/v1/lots/${lotId}`)).body.lot.phone).toBe(PHONE);
  });

  test('is in the dump of the schema', async () => {
    const [dump] = await api.database.owner.query<{ text: string }>('schema_dump');
    expect(dump?.text).toContain('  phone text');
  });
});

describe('an operation', () => {
  test(`takes ${FILES_MAX} files at most`, () => {
    expect(filesOfOperation.length, filesOfOperation.join('\n')).toBeLessThanOrEqual(FILES_MAX);
  });

  test('answers, asks for a key, and is described', async () => {
    expect((await get('/api/v1/lots/count')).body).toEqual({ lot_count: 1 });
    expect((await api.request('GET', '/api/v1/lots/count')).status).toBe(401);
    const { body } = await api.request('GET', '/openapi.json');
    expect(body.paths['/api/v1/lots/count'].get.operationId).toBe('countLots');
  });
});
