import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { LONG_CALL_MS_MAX } from '../../../src/kit/web/reply/deadline.ts';
import { addLot } from '../../stage/fixtures.ts';
import { type LimitStage, openLimitStage, type Sending } from './limit-stage.ts';

// The largest and worst requests of every kind: each is answered in time, and other callers wait
// for it no longer than HELD_UP_MS_MAX.

const HELD_UP_MS_MAX = 400;
const ANSWER_MS_MAX = 5_000;
const RSS_BYTES_MAX = 1024 ** 3;
const BODY_BYTES_MAX = 1_048_576;
const ROWS_MAX = 10_000;
/** Node's 16 KB for the head of a request, minus what every request needs. */
const HEAD_BYTES = 15_500;

let stage: LimitStage;
let lotId: string;
beforeAll(async () => {
  stage = await openLimitStage();
  lotId = await addLot(stage.database, { operator_id: stage.operatorId, total_spaces: 100_000 });
});
afterAll(() => stage.close());

let turn = 0;
const newName = () => `x${(++turn).toString(36)}`;
const json = { 'content-type': 'application/json' };

function post(path: string, body: unknown, headers: Sending['headers'] = {}): Sending {
  const raw = typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body);
  return {
    method: 'POST',
    path,
    raw,
    headers: { 'idempotency-key': newName(), ...json, ...headers },
  };
}

const get = (path: string, headers: Sending['headers'] = {}): Sending => ({
  method: 'GET',
  path,
  headers,
});

const BATCH = '/api/v1/lots/batch';
/** Rows of lots, each with its own name and ref; a row has at least 66 bytes. */
const rows = (more: object = {}, count = ROWS_MAX) =>
  Array.from({ length: count }, () => {
    const ref = newName();
    return { ref, name: ref, lat: 41.2, lng: -99.6, total_spaces: 1, ...more };
  });

/** JSON of exactly the largest size that a body may have. */
const filledUp = (text: string) => text + ' '.repeat(BODY_BYTES_MAX - Buffer.byteLength(text));
const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);

const session = (more: object) =>
  post('/api/v1/sessions', { lot_id: lotId, plate: newName(), ...more });
const wide = '🅿'.repeat(250);
const metadata = Object.fromEntries(
  Array.from({ length: 20 }, (_, i) => [`${i}${'漢'.repeat(98)}`, wide]),
);

type Case = { name: string; status: number; ms?: number; request: () => Sending };
const cases: Case[] = [
  {
    name: '10,000 new lots in 1 MB',
    status: 200,
    ms: LONG_CALL_MS_MAX,
    request: () => post(BATCH, filledUp(JSON.stringify(rows()))),
  },
  {
    name: '10,000 rows that are all rejected',
    status: 200,
    ms: LONG_CALL_MS_MAX,
    request: () => post(BATCH, rows({ lat: 999, x: 1, total_spaces: 'a' })),
  },
  {
    name: '10,000 lines of JSON',
    status: 200,
    ms: LONG_CALL_MS_MAX,
    request: () =>
      post(
        BATCH,
        rows()
          .map((row) => JSON.stringify(row))
          .join('\n'),
        {
          'content-type': 'application/x-ndjson',
        },
      ),
  },
  {
    name: '10,000 lines that are no JSON',
    status: 200,
    ms: LONG_CALL_MS_MAX,
    request: () =>
      post(BATCH, '{"a":\n'.repeat(ROWS_MAX), { 'content-type': 'application/x-ndjson' }),
  },
  {
    name: 'a batch that all fails for one row',
    status: 400,
    ms: LONG_CALL_MS_MAX,
    request: () => post(`${BATCH}?all_or_nothing=true`, [...rows({}, ROWS_MAX - 1), 1]),
  },
  {
    name: '100,000 values in one row',
    status: 200,
    request: () => post(BATCH, `[[${'1,'.repeat(99_990)}1]]`),
  },
  {
    name: 'rows with 1,000 labels each',
    status: 200,
    ms: LONG_CALL_MS_MAX,
    request: () => {
      const labels = Array.from({ length: 1_000 }, (_, i) => `${i}`);
      return post(BATCH, rows({ total_spaces: 1_000, access: { space_labels: labels } }, 98));
    },
  },
  {
    name: '1 MB of a single text',
    status: 400,
    request: () => post('/api/v1/sessions', `{"plate":"${'A'.repeat(BODY_BYTES_MAX - 12)}"}`),
  },
  {
    name: '1 MB of arrays in arrays',
    status: 400,
    request: () => post('/api/v1/sessions', nested(BODY_BYTES_MAX / 2)),
  },
  {
    name: '1 MB of objects in objects',
    status: 400,
    request: () => post('/api/v1/sessions', `${'{"a":'.repeat(170_000)}1${'}'.repeat(170_000)}`),
  },
  {
    name: '1 MB of unknown members',
    status: 400,
    request: () =>
      post(
        '/api/v1/sessions',
        Object.fromEntries(Array.from({ length: 70_000 }, (_, i) => [i, 1])),
      ),
  },
  {
    name: '1 MB of escapes',
    status: 400,
    request: () => post('/api/v1/sessions', `{"plate":"${'\\u0041'.repeat(174_000)}"}`),
  },
  {
    name: '1 MB that unpacks to 1 GB',
    status: 413,
    request: () => post('/api/v1/sessions', bomb, { 'content-encoding': 'gzip' }),
  },
  { name: 'the longest metadata', status: 201, request: () => session({ metadata }) },
  {
    name: 'the longest stay',
    status: 201,
    request: () => session({ duration_hours: 720 }),
  },
  {
    name: 'the most headers',
    status: 200,
    request: () =>
      get('/api/v1/health/live', {
        ...Object.fromEntries(Array.from({ length: 800 }, (_, i) => [`a${i}`, ''])),
      }),
  },
  {
    name: 'the longest header',
    status: 304,
    request: () =>
      get('/api/v1/lots.geojson?bbox=0,0,1,1', {
        'if-none-match': `${'"a", '.repeat(HEAD_BYTES / 5 - 20)}*`,
      }),
  },
  {
    name: 'the longest list of encodings',
    status: 200,
    request: () =>
      get('/api/v1/lots.geojson?bbox=0,0,1,1', {
        'accept-encoding': 'x;q=0.1, '.repeat(HEAD_BYTES / 9 - 10),
      }),
  },
  {
    name: 'the longest address',
    status: 400,
    request: () => get(`/api/v1/lots/search?${'lat=1&'.repeat(HEAD_BYTES / 6)}`),
  },
  {
    name: 'the address with the most escapes',
    status: 404,
    request: () => get(`/api/v1/lots/${'%41'.repeat(HEAD_BYTES / 3)}`),
  },
  {
    name: 'the most words',
    status: 400,
    request: () => post('/api/v1/reserve', { intent: 'Lot '.repeat(250) }),
  },
];
const bomb = gzipSync(Buffer.alloc(1024 ** 3 - 1, ' '), { level: 9 });

test.each(cases)('$name: $status, and nobody waits long for it', async (one) => {
  const ms = one.ms ?? ANSWER_MS_MAX;
  const bounds = { ms, heldUpMs: HELD_UP_MS_MAX };
  const outcome = await stage.sendWithin(bounds, one.request);
  expect(outcome.status, outcome.text.slice(0, 500)).toBe(one.status);
  expect(outcome.ms).toBeLessThan(bounds.ms);
  expect(outcome.heldUpMs).toBeLessThan(bounds.heldUpMs);
});

test('after all of that the process has less than 1 GB', () => {
  expect(stage.rssBytes() ?? 0).toBeLessThan(RSS_BYTES_MAX);
});
