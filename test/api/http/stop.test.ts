import { connect } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApi, type TestApi } from '../client.ts';
import { parseAnswer } from '../raw-socket.ts';
import { getWork } from '../sample-operations.ts';

let api: TestApi;
let begun: PromiseWithResolvers<void>;
let work: PromiseWithResolvers<void>;
beforeAll(async () => {
  begun = Promise.withResolvers();
  work = Promise.withResolvers();
  const operation = getWork(() => {
    begun.resolve();
    return work.promise;
  });
  api = await startTestApi({ operations: [operation] });
});
afterAll(() => api.stop());

/** Sends bytes and collects everything that the connection receives until it is closed. */
function open(bytes: string): { text: Promise<string>; opened: Promise<void> } {
  const socket = connect(api.port, '127.0.0.1');
  const opened = Promise.withResolvers<void>();
  const text = new Promise<string>((done) => {
    let read = '';
    socket.on('data', (chunk) => {
      read += chunk;
    });
    socket.on('error', () => {});
    socket.on('connect', () => {
      socket.write(bytes);
      opened.resolve();
    });
    socket.on('close', () => done(read));
  });
  return { text, opened: opened.promise };
}

test('a stop refuses new callers, hangs up on idle ones, and waits for answers under way', async () => {
  const { secret } = await api.createKey();
  const idle = open('');
  await idle.opened;
  const busy = open(
    `GET /api/v1/work HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${secret}\r\n\r\n`,
  );
  await begun.promise;

  let isStopped = false;
  const stopping = api.stopServing().then(() => {
    isStopped = true;
  });
  expect(await idle.text).toBe('');
  await expect(api.request('GET', '/api/v1/work')).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  expect(isStopped).toBe(false);

  work.resolve();
  const answer = parseAnswer(await busy.text);
  expect(answer.status).toBe(200);
  expect(answer.headers.connection).toBe('close');
  expect(JSON.parse(answer.text)).toEqual({ done: true });
  await stopping;
});

test('a stop writes when keys were last used', async () => {
  const rows = await api.database.sql('select 1 from api_keys where last_used_at is not null');
  expect(rows).toHaveLength(1);
});
