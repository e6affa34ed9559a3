import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { followEvents } from '../../../../../src/outbound/webhooks/listen/follow-events.ts';

// A service that fails in ways that the real one shows only after a restore or under a load.

type Scripted = { status?: number; headers?: Record<string, string>; body: unknown };

let server: Server;
let script: Scripted[];
let asked: URLSearchParams[];
let said: string[];
let baseUrl: string;
const signal = new AbortController().signal;
const BUDGET = { 'X-RateLimit-Limit': '30', 'X-RateLimit-Remaining': '29' };

beforeEach(async () => {
  [script, asked, said] = [[], [], []];
  server = createServer((req, res) => {
    asked.push(new URL(req.url ?? '', 'http://a').searchParams);
    const { status = 200, headers = BUDGET, body } = script.shift() ?? { body: undefined };
    res.writeHead(status, headers).end(JSON.stringify(body));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

const eventOf = (id: string) => ({ id, type: 'lot.updated', created_at: 'x', body: '{}' });
const page = (cursor: string, ...ids: string[]): Scripted => ({
  body: { data: ids.map(eventOf), has_more: false, cursor },
});
const failure = (status: number, message: string, more: object = {}): Scripted => ({
  status,
  body: { error: { code: 'X', message, request_id: 'req_1', ...more } },
});

const begin = (types: null | ['lot.updated'] = null) =>
  followEvents({ baseUrl, key: 'pk', types, signal }, (line) => said.push(line));

/** The ids of all events until it fails, and why it did. */
async function follow(): Promise<{ ids: string[]; why: string }> {
  const ids: string[] = [];
  try {
    for await (const { id } of await begin()) ids.push(id);
    return { ids, why: '' };
  } catch (error) {
    return { ids, why: String(error) };
  }
}

test('each call continues where the answer before ended, with the types that are wanted', async () => {
  script = [page('a'), page('b', 'evt_1'), page('c'), failure(403, 'no')];
  const ids: string[] = [];
  const reading = (async () => {
    for await (const { id } of await begin(['lot.updated'])) ids.push(id);
  })();
  await expect(reading).rejects.toThrow(`${baseUrl} answered 403: no`);
  expect(ids).toEqual(['evt_1']);
  expect(asked.map((query) => query.get('after'))).toEqual([null, 'a', 'b', 'c']);
  expect(asked.map((query) => query.get('types'))).toEqual(Array(4).fill('lot.updated'));
});

test('a service that is not available for a while is asked again with the same cursor', async () => {
  script = [page('a'), failure(503, 'not now'), page('b', 'evt_1'), failure(401, 'gone')];
  expect(await follow()).toEqual({ ids: ['evt_1'], why: expect.stringContaining('401: gone') });
  expect(asked.map((query) => query.get('after'))).toEqual([null, 'a', 'a', 'b']);
  expect(said).toEqual([
    `${baseUrl} answered 503: not now; trying again in 1 s`,
    'connected again',
  ]);
});

test.each([
  failure(409, 'of another database', { details: { reason: 'other_database' } }),
  failure(400, 'too old', { details: [{ field: 'after', reason: 'too old' }] }),
])('a cursor that counts no more is replaced by one of now, and that is reported', async (lost) => {
  script = [page('a'), lost, page('z'), page('y', 'evt_1'), failure(401, 'gone')];
  expect((await follow()).ids).toEqual(['evt_1']);
  expect(asked.map((query) => query.get('after'))).toEqual([null, 'a', null, 'z', 'y']);
  expect(said).toEqual([expect.stringContaining('beginning again now: events may be missing')]);
});

test.each<[string, Scripted]>([
  ['answered 503: not now', failure(503, 'not now')],
  ['answered 404: no such path', failure(404, 'no such path')],
  ['answered 200: that is no answer of Hexlot', { body: 'Hello' }],
  ['answered 301: that is no answer of Hexlot', { status: 301, body: {} }],
])('at the start it fails with: %s', async (why, scripted) => {
  script = [scripted];
  await expect(begin()).rejects.toThrow(`${baseUrl} ${why}`);
});
