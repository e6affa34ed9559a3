import { once } from 'node:events';
import { connect } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApi, type TestApi, type TestKey } from '../../client.ts';
import { manyTurns } from '../../http/slow-caller.ts';
import { parseAnswer } from '../../raw-socket.ts';

const clock = { now: () => Date.parse('2026-11-20T12:00:00Z') };
const SEARCH = { action: 'search_parking', parameters: { lat: 43.6532, lng: -79.3832 } };
/** Begins with a mark of the byte order, which is one character of three bytes. */
const BODY = Buffer.from(`\ufeff${JSON.stringify(SEARCH)}`);

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi({ clock });
});
afterAll(() => api.stop());

type Framing = 'chunked' | 'length';

function headOf(key: TestKey, framing: Framing): string {
  const length =
    framing === 'chunked' ? 'Transfer-Encoding: chunked' : `Content-Length: ${BODY.length}`;
  return [
    'POST /api/agents/openai/actions HTTP/1.1',
    `Host: a\r\nConnection: close\r\nAuthorization: Bearer ${key.secret}`,
    `Content-Type: application/json\r\n${length}\r\n\r\n`,
  ].join('\r\n');
}

const framed = (part: Buffer, framing: Framing): Buffer =>
  framing === 'length'
    ? part
    : Buffer.concat([Buffer.from(`${part.length.toString(16)}\r\n`), part, Buffer.from('\r\n')]);

/** Sends a head and then each part on its own, and reads the answer unless it hangs up before. */
async function sendParts(head: string, parts: readonly Uint8Array[], hangsUp = false) {
  const socket = connect(api.port, '127.0.0.1').setNoDelay(true);
  const received: Buffer[] = [];
  socket.on('data', (chunk: Buffer) => received.push(chunk));
  socket.on('error', () => undefined);
  const closed = once(socket, 'close');
  socket.write(head);
  for (const part of parts) {
    await new Promise((done) => socket.write(part, done));
    await nextTurn();
  }
  if (hangsUp) await manyTurns();
  if (hangsUp) socket.destroy();
  await closed;
  return parseAnswer(Buffer.concat(received).toString());
}

const partsOf = (size: number) =>
  Array.from({ length: Math.ceil(BODY.length / size) }, (_, i) =>
    BODY.subarray(i * size, (i + 1) * size),
  );

/** The audit rows of calls that were answered. */
const auditsOf = ({ keyId }: TestKey) =>
  api.database.sql(
    `select diff from audit_log
     where action = 'dispatcher.called' and actor_id = $1 and diff ? 'action'`,
    [keyId],
  );

const LAST = Buffer.from('0\r\n\r\n');

test.each<[Framing, number]>([
  ['chunked', 1],
  ['chunked', 2],
  ['chunked', 50],
  ['chunked', 1_000],
  ['length', 1],
  ['length', 2],
  ['length', 50],
])('a body (%s) in parts of %i bytes is one call', async (framing, size) => {
  const key = await api.createKey();
  const parts = partsOf(size).map((part) => framed(part, framing));
  const sent = framing === 'chunked' ? [...parts, LAST] : parts;
  const { status, headers, text } = await sendParts(headOf(key, framing), sent);
  expect(status, text).toBe(200);
  expect([headers['x-ratelimit-limit'], headers['x-ratelimit-remaining']]).toEqual(['60', '59']);
  expect(await auditsOf(key)).toEqual([{ diff: { action: 'search_parking', found_count: 0 } }]);
});

test.each<Framing>(['chunked', 'length'])(
  'a body (%s) that is cut off is none, but draws',
  async (framing) => {
    const key = await api.createKey();
    const [first = BODY] = partsOf(BODY.length - 1);
    await sendParts(headOf(key, framing), [framed(first, framing)], true);
    await manyTurns();
    expect(await auditsOf(key)).toEqual([]);
    const { status, headers } = await sendParts(headOf(key, 'length'), [BODY]);
    expect([status, headers['x-ratelimit-remaining']]).toEqual([200, '58']);
    expect(await auditsOf(key)).toHaveLength(1);
  },
);

test('two calls on one connection are two calls', async () => {
  const key = await api.createKey();
  const head = headOf(key, 'length').replace('Connection: close\r\n', '');
  const parts = [...partsOf(20), Buffer.from(headOf(key, 'length')), ...partsOf(20)];
  await sendParts(head, parts);
  expect(await auditsOf(key)).toHaveLength(2);
});
