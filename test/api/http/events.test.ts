import { EventEmitter, on, once } from 'node:events';
import type { Socket } from 'node:net';
import { Writable } from 'node:stream';
import { pino } from 'pino';
import { Type } from 'typebox';
import { request } from 'undici';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { callOperation } from '../../../api/call-operation.ts';
import { TAKEN_MS_MAX } from '../../../api/http/send.ts';
import { KEEP_ALIVE_MS } from '../../../api/http/send-events.ts';
import { openCallContext } from '../../../api/open-call-context.ts';
import { defineOperation } from '../../../api/operation.ts';
import { type EventBody, isEvents, type ServerEvent } from '../../../src/kit/web/reply/events.ts';
import { untilHolds } from '../../stage/until-holds.ts';
import { plainCall } from '../both-ways.ts';
import { startTestApi, type TestApi } from '../client.ts';
import { askWithoutReading, untilQuiet } from './slow-caller.ts';

const GET = 'GET /events HTTP/1.1\r\nHost: a\r\n\r\n';
type Told = ServerEvent<{ n: number }>;

let events: EventBody<{ n: number }>['events'];
const getEvents = defineOperation({
  operationId: 'getEvents',
  method: 'get',
  path: '/events',
  summary: 'What happens, as it happens',
  tags: ['test'],
  auth: 'public',
  budgets: ['read'],
  responses: {
    200: {
      description: 'Events',
      contentType: 'text/event-stream',
      schema: Type.Object({ n: Type.Integer() }),
    },
  },
  handler: async () => ({ status: 200, body: { events } }),
});

let api: TestApi;
let logged: string;
const clock = { ms: Date.now(), now: () => (clock.ms += 60_000) };
beforeAll(async () => {
  const stream = new Writable({
    write(chunk, _encoding, done) {
      logged += chunk;
      done();
    },
  });
  const log = pino({ level: 'warn' }, stream);
  api = await startTestApi({ operations: [getEvents], clock, app: { log } });
});
afterAll(() => api.stop());
beforeEach(() => {
  logged = '';
});
afterEach(() => vi.useRealTimers());

/** A source that sends its events to all its readers. */
function newSource() {
  const emitter = new EventEmitter();
  const left: string[] = [];
  return {
    say: (event: Told) => emitter.emit('said', event),
    end: () => emitter.emit('over'),
    left,
    listened: () => untilHolds(() => expect(emitter.listenerCount('said')).toBeGreaterThan(0)),
    async *events(signal: AbortSignal) {
      try {
        const said = on(emitter, 'said', { signal, close: ['over'] });
        for await (const [event] of said) yield event as Told;
      } finally {
        left.push('generator');
      }
    },
  };
}

async function ask({ url } = api, headers: Record<string, string> = {}) {
  const answer = await request(`${url}/events`, { headers });
  const chunks = answer.body.setEncoding('utf8')[Symbol.asyncIterator]();
  return { ...answer, next: async () => (await chunks.next()).value };
}

/** Collects what a socket receives from now on. */
function textOf(socket: Socket): () => string {
  let text = '';
  socket.setEncoding('utf8').on('data', (chunk) => {
    text += chunk;
  });
  socket.resume();
  return () => text;
}

/**
 * A source of endless events of a kilobyte; counts how often it was asked for one and was stopped.
 */
function newFlood() {
  const made = { events: 0, returned: 0 };
  const iterator: AsyncIterableIterator<Told> = {
    [Symbol.asyncIterator]: () => iterator,
    async next() {
      made.events += 1;
      return { done: false, value: { data: { n: made.events }, event: 'x'.repeat(1_024) } };
    },
    async return() {
      made.returned += 1;
      return { done: true, value: undefined };
    },
  };
  return { made, events: () => iterator };
}

describe('an event', () => {
  test('is sent as it comes, uncompressed, and the stream ends with its source', async () => {
    const source = newSource();
    events = source.events;
    const { statusCode, headers, next } = await ask(api, { 'accept-encoding': 'gzip, br' });
    expect(statusCode).toBe(200);
    expect(headers).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
    });
    expect(headers['content-encoding']).toBeUndefined();
    await source.listened();
    source.say({ data: { n: 1 } });
    expect(await next()).toBe('data: {"n":1}\n\n');
    source.say({ data: { n: 2 }, event: 'counted', id: '2' });
    expect(await next()).toBe('event: counted\nid: 2\ndata: {"n":2}\n\n');
    source.end();
    expect(await next()).toBeUndefined();
    expect(source.left).toEqual(['generator']);
  });

  test('that takes long is preceded by comments, so that no proxy hangs up', async () => {
    const source = newSource();
    events = source.events;
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const socket = await askWithoutReading(api.port, GET);
    const text = textOf(socket);
    await source.listened();
    vi.advanceTimersByTime(KEEP_ALIVE_MS);
    await untilHolds(() => expect(text()).toContain('\r\n:\n\n\r\n'));
    socket.destroy();
  });

  test.each<[string, Told]>([
    ['its data is not as declared', { data: { n: 1.5 } }],
    ['its id has two lines', { data: { n: 1 }, id: '1\ndata: 2' }],
    ['its type has two lines', { data: { n: 1 }, event: 'a\rb' }],
  ])('is not sent when %s: the stream is cut off, and the log says so', async (_why, event) => {
    const source = newSource();
    events = source.events;
    const { next } = await ask();
    await source.listened();
    source.say(event);
    await expect(next()).rejects.toThrow();
    await untilHolds(() => expect(logged).toContain('a stream of events broke off'));
    expect(logged).toContain('getEvents');
    expect(source.left).toEqual(['generator']);
  });
});

describe('a stream', () => {
  test('of a source that fails is cut off, and the log says so', async () => {
    events = async function* () {
      yield { data: { n: 1 } };
      throw new Error('the source is dry');
    };
    const { next } = await ask();
    await expect(next().then(next)).rejects.toThrow();
    await untilHolds(() => expect(logged).toContain('the source is dry'));
  });

  test('whose caller hangs up stops its source at once, even when no event comes', async () => {
    const source = newSource();
    const silent = newFlood();
    const pending = { ...silent.events(), next: () => new Promise<never>(() => undefined) };
    const iterable = { [Symbol.asyncIterator]: () => pending };
    for (const [open, isTold] of [
      [source.events, () => source.left.length > 0],
      [() => iterable, () => silent.made.returned === 1],
    ] as const) {
      events = open as typeof events;
      const socket = await askWithoutReading(api.port, GET);
      const text = textOf(socket);
      await untilHolds(() => expect(text()).toContain('200 OK'));
      expect(isTold()).toBe(false);
      socket.destroy();
      await untilHolds(() => expect(isTold()).toBe(true));
    }
    expect(logged).toBe('');
  });

  test('may last longer than any other answer may take', async () => {
    const source = newSource();
    events = source.events;
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const socket = await askWithoutReading(api.port, GET);
    const text = textOf(socket);
    await source.listened();
    vi.advanceTimersByTime(3 * TAKEN_MS_MAX);
    source.say({ data: { n: 7 } });
    await untilHolds(() => expect(text()).toContain('data: {"n":7}'));
    socket.destroy();
  });

  test('asks for no more events than its caller takes; a caller that takes none is cut off', async () => {
    const flood = newFlood();
    events = flood.events;
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const socket = await askWithoutReading(api.port, GET);
    await untilQuiet(() => flood.made.events);
    const made = flood.made.events;
    expect(made).toBeGreaterThan(0);
    vi.advanceTimersByTime(TAKEN_MS_MAX - 1);
    await untilQuiet(() => flood.made.events);
    expect(flood.made).toEqual({ events: made, returned: 0 });
    vi.advanceTimersByTime(1);
    vi.useRealTimers();
    await untilHolds(() => expect(flood.made.returned).toBe(1));
    socket.resume();
    await once(socket, 'close');
  });

  test('is never opened for a HEAD request', async () => {
    events = () => {
      throw new Error('opened');
    };
    const { status, headers, text } = await api.request('HEAD', '/events');
    expect([status, headers['content-type'], text]).toEqual([
      200,
      'text/event-stream; charset=utf-8',
      '',
    ]);
    expect(logged).toBe('');
  });

  test('without HTTP passes on the events themselves', async () => {
    const flood = newFlood();
    events = flood.events;
    const context = openCallContext(api.app, [getEvents]);
    const { status, body } = await callOperation(context, plainCall(getEvents));
    expect(status).toBe(200);
    if (!isEvents(body)) throw new Error('no events');
    for await (const { data } of body.events(new AbortController().signal)) {
      expect(data).toEqual({ n: 1 });
      break;
    }
    expect(flood.made).toEqual({ events: 1, returned: 1 });
    await context.keyring.close();
  });
});

test('when the service stops its streams end at once', async () => {
  const other = await startTestApi({ operations: [getEvents] });
  const source = newSource();
  events = source.events;
  const { next } = await ask(other);
  await source.listened();
  source.say({ data: { n: 1 } });
  expect(await next()).toBe('data: {"n":1}\n\n');
  await other.stopServing();
  expect(await next()).toBeUndefined();
  expect(source.left).toEqual(['generator']);
  await other.stop();
});
