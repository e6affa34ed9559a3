import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { osmFeature } from '../../../src/imports/lots/geojson.ts';
import { startTestApi, type TestApi, type TestKey } from '../../client.ts';

const BATCH = '/api/v1/lots/batch';
const BODY_BYTES_MAX = 1_048_576;

let api: TestApi;
let key: TestKey;

beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api.stop());
beforeEach(async () => {
  key = await api.createKey({ rateLimits: { write: 100_000 } });
});

// biome-ignore lint/suspicious/noExplicitAny: a test reaches into answers of any shape
type Any = any;
type Query = Record<string, string | boolean>;

const row = (more: object = {}) => ({
  name: 'Lot',
  lat: 43.65,
  lng: -79.38,
  total_spaces: 5,
  ...more,
});
/** By which that lot is known without a ref of its own. */
const REF_OF_PLACE = 'p3@43.65000,-79.38000';
const collection = (features: unknown[]) => ({ type: 'FeatureCollection', features });

const send = (body: unknown, query: Query = {}, headers = {}) =>
  api.request('POST', BATCH, { key: key.secret, body, query, headers });
const sendRaw = (
  type: string,
  raw: string | Buffer,
  more: { query?: Query; headers?: object } = {},
) =>
  api.request('POST', BATCH, {
    key: key.secret,
    raw,
    headers: { 'content-type': type, ...more.headers },
    query: more.query ?? {},
  });
const sendLines = (...lines: (string | object)[]) =>
  sendRaw(
    'application/x-ndjson',
    lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line))).join('\n'),
  );

async function lots(): Promise<Any[]> {
  const rows = await api.database.sql<{ lot: Any }>(
    `select to_jsonb(lots) as lot from lots
     where operator_id = $1 and deleted_at is null order by ref collate "C", lot_id`,
    [key.operatorId],
  );
  return rows.map(({ lot }) => lot);
}

const audits = (): Promise<Any[]> =>
  api.database.sql(
    `select action, actor_id, request_id from audit_log
     where operator_id = $1 and action like 'lot.%' order by audit_id`,
    [key.operatorId],
  );

const idOf = (results: Any[], number: number) => results.find((one) => one.row === number)?.id;

describe('rows', () => {
  test('are created, updated or unchanged by their ref; without one by name and place', async () => {
    const first = await send([
      row({ ref: 'a' }),
      row({ ref: 'b', name: 'P2' }),
      row({ name: 'P3' }),
    ]);
    expect(first.status).toBe(200);
    expect(first.body).toEqual({
      results: [1, 2, 3].map((number) => ({
        row: number,
        status: 'created',
        id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        ref: ['a', 'b', REF_OF_PLACE][number - 1],
      })),
      created: 3,
      updated: 0,
      unchanged: 0,
      rejected: 0,
    });
    const second = await send([
      row({ ref: 'b', name: 'P2' }),
      row({ ref: 'a', name: 'Other' }),
      row({ name: 'P3' }),
    ]);
    expect(second.body.results.map((one: Any) => one.status)).toEqual([
      'unchanged',
      'updated',
      'unchanged',
    ]);
    expect(idOf(second.body.results, 1)).toBe(idOf(first.body.results, 2));
    expect(idOf(second.body.results, 2)).toBe(idOf(first.body.results, 1));
    expect((await lots()).map((lot) => lot.name)).toEqual(['Other', 'P2', 'P3']);
    const twice = await send([row({ name: 'Oak' }), row({ name: 'Oak' })]);
    expect(twice.body.results[1]).toMatchObject({
      field: 'ref',
      reason: expect.stringMatching(/^is the same lot as row 1, .* needs a ref$/),
    });
  });

  test('that are rejected get row, field and reason, and the others are written', async () => {
    const { status, body } = await send([
      row({ ref: 'a' }),
      row({ total_spaces: 0 }),
      row({ ref: 'a' }),
      row({ colour: 'red' }),
      'nothing',
      null,
      row({ opening_hours: 'whenever' }),
      row({ ref: 'b' }),
    ]);
    expect(status).toBe(200);
    expect(body.results.map((one: Any) => [one.row, one.status, one.field])).toEqual([
      [1, 'created', undefined],
      [2, 'rejected', 'total_spaces'],
      [3, 'rejected', 'ref'],
      [4, 'rejected', 'colour'],
      [5, 'rejected', 'row'],
      [6, 'rejected', 'row'],
      [7, 'rejected', 'opening_hours'],
      [8, 'created', undefined],
    ]);
    expect(body).toMatchObject({ created: 2, rejected: 6 });
    expect(body.results[2].reason).toBe('is the same lot as row 1');
    expect((await lots()).map((lot) => lot.ref)).toEqual(['a', 'b']);
  });

  test('that are rejected show their name and all their problems', async () => {
    const reason = expect.any(String);
    const oneByOne = await send([
      row({ name: 'Elm', lat: 91, total_spaces: 0, colour: 'red' }),
      row({ ref: 'oak', name: 7, opening_hours: 'whenever' }),
      row({ country: 'ZZ', website: 'nowhere', opening_hours: 'whenever' }),
      row(),
    ]);
    expect(oneByOne.body.results).toMatchObject([
      {
        row: 1,
        name: 'Elm',
        field: 'colour',
        problems: [
          { field: 'colour', reason },
          { field: 'lat', reason },
          { field: 'total_spaces', reason },
        ],
      },
      { row: 2, name: '7', field: 'name', problems: [{ field: 'name', reason }] },
      {
        row: 3,
        name: 'Lot',
        field: 'country',
        problems: [{ field: 'country' }, { field: 'opening_hours' }, { field: 'website' }],
      },
      { row: 4, status: 'created' },
    ]);
    const features = [osmFeature(200, 48.85, { name: 'Oak', ref: 'r'.repeat(201) })];
    const whole = await send(collection(features), { all_or_nothing: true });
    expect(whole.body.error.details.rows).toMatchObject([
      { row: 1, name: 'Oak', problems: [{ field: 'geometry' }, { field: 'ref' }] },
    ]);
    expect(whole.body.error.message).toContain('1 row cannot');
  });

  test('in another system of coordinates are refused as a whole', async () => {
    const crs = { type: 'name', properties: { name: 'urn:ogc:def:crs:EPSG::3857' } };
    const { status, body } = await send({ ...collection([osmFeature(2, 48)]), crs });
    expect([status, body.error.details[0].field]).toEqual([400, 'crs']);
  });

  test('are audited in the name of the key that sent them; updates are events', async () => {
    await send([row({ ref: 'a' })]);
    const { headers, body } = await send([row({ ref: 'a', city: 'Toronto' })]);
    expect(await audits()).toMatchObject([
      { action: 'lot.created', actor_id: key.keyId },
      { action: 'lot.updated', actor_id: key.keyId, request_id: headers['x-request-id'] },
    ]);
    const events = await api.database.sql('select data from events where entity_id = $1', [
      idOf(body.results, 1),
    ]);
    expect(events).toMatchObject([{ data: { changed: ['city'] } }]);
  });

  test('leave rate, status, listing, limits and access unchanged unless they name them', async () => {
    const access = { gate_code: '1', space_labels: ['A'] };
    await send([
      row({
        ref: 'a',
        base_rate: 2,
        status: 'closed',
        is_listed: false,
        hold_limits: { others_pct: 5, each_pct: 4 },
        occupancy_thresholds: [70],
        availability_shown: 'none',
        reports_inform_only: true,
        access,
      }),
    ]);
    expect((await send([row({ ref: 'a' })])).body.unchanged).toBe(1);
    const [stored] = await lots();
    expect(stored).toMatchObject({ rate_minor: 200, status: 'closed', is_listed: false });
    const limits = { hold_others_pct: 5, hold_each_pct: 4, occupancy_thresholds: [70] };
    const shown = { availability_shown: 'none', reports_inform_only: true };
    expect(stored).toMatchObject({ ...limits, ...shown });
    expect(stored.rate_id).toMatch(/^rate_/);
    const hold_limits = { each_pct: 3 };
    const occupancy_thresholds = [60, 10];
    const open = { status: 'active', is_listed: true, hold_limits, occupancy_thresholds };
    const named = { ...open, availability_shown: 'level', base_rate: 3, access: { notes: 'hi' } };
    expect((await send([row({ ref: 'a', ...named })])).body.updated).toBe(1);
    const [changed] = await lots();
    expect(changed).toMatchObject({ rate_minor: 300, status: 'active', is_listed: true });
    expect(changed).toMatchObject({ ...limits, hold_each_pct: 3, occupancy_thresholds: [10, 60] });
    expect(changed).toMatchObject({ availability_shown: 'level' });
    expect(changed).toMatchObject({ entry_instructions: { notes: 'hi' }, space_labels: [] });
    // The new rate is not the one posted under the old id.
    expect(changed.rate_id).toBeNull();
  });

  test('never shrink a lot below its spaces in use, nor change its currency', async () => {
    await send([row({ ref: 'a', base_rate: 2 }), row({ ref: 'b', base_rate: 2 })]);
    await api.database.sql('update lots set taken_spaces = 4 where operator_id = $1', [
      key.operatorId,
    ]);
    const { body } = await send([
      row({ ref: 'a', total_spaces: 3 }),
      row({ ref: 'b', currency: 'usd' }),
    ]);
    expect(body.results).toMatchObject([
      { status: 'rejected', field: 'total_spaces' },
      { status: 'rejected', field: 'currency' },
    ]);
    const both = await send([row({ ref: 'b', currency: 'usd', base_rate: 3 })]);
    expect(both.body.updated).toBe(1);
  });

  test('do not change lots of other operators or of the other world', async () => {
    await send([row({ ref: 'a' })]);
    const mine = key;
    key = await api.createKey();
    expect((await send([row({ ref: 'a' })])).body.created).toBe(1);
    key = await api.createKey({ operatorId: mine.operatorId, mode: 'test' });
    expect((await send([row({ ref: 'a' })])).body.created).toBe(1);
    expect((await lots()).map((lot) => lot.livemode).sort()).toEqual([false, true]);
  });
});

describe('GeoJSON with names of others', () => {
  const sbb = (displayName: string, total: number) => ({
    type: 'Feature',
    geometry: { type: 'Point', coordinates: [8.08, 47.37] },
    properties: {
      operator: 'SBB',
      displayName,
      capacities: [{ categoryType: 'STANDARD', total }],
      parkingFacilityCategory: 'CAR',
    },
  });

  test('is read by them', async () => {
    const { body } = await send(collection([sbb('Suhr', 5), sbb('Aarau', 40)]));
    expect(body).toMatchObject({ created: 2, rejected: 0 });
    const found = await lots();
    expect(found.map(({ name, total_spaces }) => [name, total_spaces]).toSorted()).toEqual([
      ['Aarau', 40],
      ['Suhr', 5],
    ]);
  });

  test('is refused where only an operator is named', async () => {
    const features = [1, 2, 3].map(() => sbb('SBB', 5));
    const { status, body } = await send(collection(features));
    expect(status).toBe(400);
    expect(body.error.message).toMatch(/^displayName: is "SBB" in all 3 rows/);
    expect(await lots()).toEqual([]);
  });
});

describe('all or nothing', () => {
  test.each([
    ['cannot be read', row({ ref: 'c', total_spaces: 0 })],
    ['cannot be written', row({ ref: 'a', total_spaces: 1 })],
  ])('writes nothing when one row %s, and says which', async (_name, bad) => {
    await send([row({ ref: 'a' })]);
    await api.database.sql('update lots set taken_spaces = 4 where operator_id = $1', [
      key.operatorId,
    ]);
    const { status, body } = await send([row({ ref: 'b' }), bad], { all_or_nothing: true });
    expect([status, body.error.code]).toEqual([400, 'BAD_REQUEST']);
    expect(body.error.details).toEqual({
      reason: 'rows_rejected',
      rows: [
        {
          row: 2,
          name: 'Lot',
          field: 'total_spaces',
          reason: expect.any(String),
          problems: [{ field: 'total_spaces', reason: expect.any(String) }],
        },
      ],
    });
    expect((await lots()).map((lot) => lot.ref)).toEqual(['a']);
    expect(await audits()).toHaveLength(1);
  });

  test('writes all when every row can be used', async () => {
    const { status, body } = await send([row(), row({ ref: 'b' })], { all_or_nothing: true });
    expect([status, body.created]).toEqual([200, 2]);
  });
});

describe('forms', () => {
  test('lines of JSON are one row each; blank lines are ignored', async () => {
    const { status, body } = await sendLines(
      row({ ref: 'a' }),
      '',
      '{"name":',
      '{"__proto__": 1}',
      '[]',
      row({ name: 'a\0b' }),
      row({ ref: 'b', name: 'Büchel 🅿️' }),
      '  ',
    );
    expect(status).toBe(200);
    expect(body.results.map((one: Any) => [one.row, one.status, one.field])).toEqual([
      [1, 'created', undefined],
      [2, 'rejected', 'row'],
      [3, 'rejected', '__proto__'],
      [4, 'rejected', 'row'],
      [5, 'rejected', 'name'],
      [6, 'created', undefined],
    ]);
    expect((await lots()).map((lot) => lot.name)).toEqual(['Lot', 'Büchel 🅿️']);
  });

  test.each(['application/json', 'application/geo+json'])(
    'GeoJSON as %s is read as the importer reads it',
    async (type) => {
      const features = [
        osmFeature(2.35, 48.85, { ref: 'a', charge: '2.50 EUR/hour', parking: 'underground' }),
        osmFeature(2.35, 91, { ref: 'b' }),
        { ...osmFeature(2.36, 48.86, { charge: '1 EUR' }), id: 'way/7' },
      ];
      const { status, body } = await sendRaw(type, JSON.stringify(collection(features)));
      expect(status).toBe(200);
      expect(body.results).toMatchObject([
        { row: 1, status: 'created' },
        { row: 2, status: 'rejected', field: 'geometry' },
        { row: 3, status: 'created', notes: [{ field: 'charge' }] },
      ]);
      expect(await lots()).toMatchObject([
        { ref: 'a', rate_minor: 250, currency: 'eur', lot_type: 'underground', status: 'active' },
        { ref: 'way/7', osm_id: 'way/7', country: 'FR' },
      ]);
    },
  );

  test.each([
    ['text/csv', 'name,lat\n', 415],
    ['application/json', '"[]"', 400],
    ['application/json', '{"type":"Feature"}', 400],
    ['application/json', '{"type":"FeatureCollection"}', 400],
    ['application/json', '[', 400],
    ['application/x-ndjson', Buffer.from([0x7b, 0xff, 0x7d]), 400],
    ['application/x-ndjson; charset=latin1', '{}', 415],
  ])('%s of %j is refused as a whole', async (type, raw, status) => {
    const answer = await sendRaw(type, raw);
    expect([answer.status, answer.body.error.code]).toEqual([status, 'BAD_REQUEST']);
  });

  test('are the ones in the OpenAPI document', async () => {
    const { body } = await api.request('GET', '/openapi.json');
    const { requestBody } = body.paths[BATCH].post;
    expect(Object.keys(requestBody.content)).toEqual([
      'application/json',
      'application/geo+json',
      'application/x-ndjson',
    ]);
  });

  test('other operations take only application/json', async () => {
    const answer = await api.request('POST', '/api/v1/lots', {
      key: key.secret,
      raw: JSON.stringify(row()),
      headers: { 'content-type': 'application/x-ndjson' },
    });
    expect(answer.status).toBe(415);
  });

  test('without rows write nothing', async () => {
    const none = { results: [], created: 0, updated: 0, unchanged: 0, rejected: 0 };
    expect((await send([])).body).toEqual(none);
    expect((await sendLines('')).status).toBe(400);
    expect((await sendLines('', '')).body).toEqual(none);
  });
});

describe('sizes', () => {
  test.each([
    [BODY_BYTES_MAX, 200],
    [BODY_BYTES_MAX + 1, 413],
  ])('%i bytes, plain or compressed: %i', async (bytes, status) => {
    const text = JSON.stringify([row({ ref: 'a' })]).padEnd(bytes);
    for (const type of ['application/json', 'application/x-ndjson']) {
      expect((await sendRaw(type, text)).status).toBe(status);
      const headers = { 'content-encoding': 'gzip' };
      const packed = await sendRaw(type, gzipSync(text), { headers });
      expect(packed.status).toBe(status);
      if (status === 413) expect(packed.body.error.code).toBe('PAYLOAD_TOO_LARGE');
    }
  });
});

/** The size of the answer that is stored for a repeat of this call, bytes. */
async function keptBytes(idempotencyKey: string): Promise<number> {
  const [row] = await api.database.sql<{ bytes: number }>(
    `select coalesce(sum(octet_length(response::text)), 0)::integer as bytes
     from idempotency where idempotency_key = $1`,
    [idempotencyKey],
  );
  return row?.bytes ?? Number.NaN;
}

describe('calls at the same time', () => {
  test('a repeated call writes once and gets the first answer', async () => {
    const body = [row(), row({ ref: 'a' }), row({ lat: 91 })];
    const repeat = () => send(body, {}, { 'idempotency-key': 'batch again' });
    const answers = await Promise.all([repeat(), repeat(), repeat()]);
    answers.push(await repeat());
    for (const answer of answers) expect(answer.body).toEqual(answers[0]?.body);
    expect(answers.at(-1)?.headers['idempotent-replayed']).toBe('true');
    expect(await lots()).toHaveLength(2);
    const other = await send(body, { all_or_nothing: true }, { 'idempotency-key': 'batch again' });
    expect(other.body.error.details).toEqual({ reason: 'idempotency_mismatch' });
  });

  test('a batch that wrote nothing is not stored, however many problems it had', async () => {
    const body = Array.from({ length: 400 }, () => ({ nothing: 'of a lot' }));
    const headers = { 'idempotency-key': 'all rejected' };
    const first = await send(body, {}, headers);
    expect(first.body.rejected).toBe(400);
    expect(await keptBytes('all rejected')).toBe(0);
    const again = await send(body, {}, headers);
    expect(again.body).toEqual(first.body);
  });

  test('a batch that wrote something stores only that, and a repeat returns all of it', async () => {
    const wrong = Array.from({ length: 400 }, () => ({ nothing: 'of a lot' }));
    const body = [...wrong, row({ ref: 'only', name: 'Only' }), ...wrong];
    const headers = { 'idempotency-key': 'one written' };
    const first = await send(body, {}, headers);
    expect(await keptBytes('one written')).toBeLessThan(200);
    const again = await send(body, {}, headers);
    expect(again.body).toEqual(first.body);
    expect(again.headers['idempotent-replayed']).toBe('true');
  });

  test('the same lots from several callers in any order become one lot each', async () => {
    const rows = Array.from({ length: 200 }, (_, i) => row({ ref: `${i}` }));
    const orders = [rows, rows.toReversed(), rows, rows.toReversed()];
    const answers = await Promise.all(orders.map((one) => send(one)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(answers.reduce((sum, { body }) => sum + body.created, 0)).toBe(200);
    expect(answers.reduce((sum, { body }) => sum + body.unchanged, 0)).toBe(600);
    expect(await lots()).toHaveLength(200);
  });
});
