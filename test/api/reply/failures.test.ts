import { Writable } from 'node:stream';
import { pino } from 'pino';
import { Type } from 'typebox';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { makeDocument } from '../../../api/document/document.ts';
import { createRouter } from '../../../api/http/router.ts';
import { defineOperation } from '../../../api/operation.ts';
import { AppError, conflict } from '../../../src/kit/errors.ts';
import { startTestApi, type TestApi } from '../client.ts';
import { getThing, getWork, like } from '../sample-operations.ts';

let api: TestApi;
let key: string;
let work: () => Promise<unknown>;
let logged: string;

beforeAll(async () => {
  const stream = new Writable({
    write(chunk, _encoding, done) {
      logged += chunk;
      done();
    },
  });
  api = await startTestApi({
    operations: [getWork(() => work())],
    app: { log: pino({ level: 'warn' }, stream) },
  });
  key = (await api.createKey()).secret;
});
afterAll(() => api.stop());
beforeEach(() => {
  logged = '';
});

async function answerTo(thrown: unknown) {
  work = () => Promise.reject(thrown);
  return api.request('GET', '/api/v1/work', { key });
}

describe('what is thrown', () => {
  test.each<[string, unknown]>([
    ['an error', new TypeError('secret of the house')],
    ['a text', 'secret of the house'],
    ['nothing', undefined],
    ['an error with a cause', new Error('outer', { cause: new Error('secret of the house') })],
  ])(
    '%s that was not expected is a generic 500, logged with its request id',
    async (_name, thrown) => {
      const { status, body, text } = await answerTo(thrown);
      expect(status).toBe(500);
      expect(body.error.code).toBe('INTERNAL');
      expect(text).not.toContain('secret of the house');
      expect(logged).toContain(body.error.request_id);
      expect(logged).toContain('getWork');
    },
  );

  test('an AppError is shown without its cause, and not logged', async () => {
    work = () => Promise.reject(new AppError('FORBIDDEN', 'not you', { cause: new Error('why') }));
    const { status, body, text } = await api.request('GET', '/api/v1/work', { key });
    expect(status).toBe(403);
    expect(body.error).toMatchObject({ code: 'FORBIDDEN', message: 'not you' });
    expect(text).not.toContain('why');
    expect(logged).toBe('');
  });

  test('values in errors of the database and of parsers are not logged', async () => {
    const error = Object.assign(new Error('duplicate key'), {
      detail: 'Key (plate)=(HX 12345) already exists',
      body: '{"plate":"HX 12345"}',
    });
    await answerTo(error);
    expect(logged).toContain('duplicate key');
    expect(logged).not.toContain('HX 12345');
  });
});

describe('the database', () => {
  test.each([
    Object.assign(new Error('connect'), { code: 'ECONNREFUSED' }),
    new Error('Connection terminated unexpectedly'),
    new Error('timeout exceeded when trying to connect'),
    new AggregateError([Object.assign(new Error('connect'), { code: 'ECONNREFUSED' })]),
  ])('being away is 503 with Retry-After, code INTERNAL: %s', async (error) => {
    const { status, headers, body } = await answerTo(error);
    expect(status).toBe(503);
    expect(body.error.code).toBe('INTERNAL');
    expect(headers['retry-after']).toBe('1');
  });

  test('breaking off mid-statement is 503, and the next call is answered', async () => {
    work = () =>
      api.database.sql(
        `select pg_terminate_backend(pid) from pg_stat_activity
          where datname = current_database() and pid <> pg_backend_pid()`,
      );
    expect((await api.request('GET', '/api/v1/work', { key })).status).toBe(200);
    work = () => api.app.db.query('clock_read');
    const statuses = new Set<number>();
    for (let call = 0; call < 20; call += 1)
      statuses.add((await api.request('GET', '/api/v1/work', { key })).status);
    expect([...statuses].filter((status) => status !== 503)).toEqual([200]);
  });
});

describe('broken declarations', () => {
  test('an error that the operation does not declare is a 500 in tests', async () => {
    const { status } = await answerTo(conflict('surprise', 'not declared'));
    expect(status).toBe(500);
    expect(logged).toContain('getWork 409');
  });

  test('an answer with a member that is not declared is a 500 in tests', async () => {
    const broken = defineOperation({
      ...like(getThing),
      auth: 'public',
      params: Type.Object({ thing_id: Type.String() }),
      responses: { 200: { description: 'Done', schema: Type.Object({ done: Type.Boolean() }) } },
      async handler() {
        return { status: 200, body: { done: true, ...{ client_secret: 'pi_1' } } };
      },
    });
    const other = await startTestApi({ operations: [broken] });
    const { status, text } = await other.request('GET', '/api/v1/things/1');
    expect(status).toBe(500);
    expect(text).not.toContain('pi_1');
    await other.stop();
  });

  test('the same method and path declared twice does not start', () => {
    const doors = {
      api: {
        ...api.app,
        startedAt: 0,
        openApi: {},
        homePage: makeDocument('text/html', ''),
        priceList: [],
        deprecations: [],
      },
      keyring: {
        find: async () => undefined,
        findApp: async () => undefined,
        close: async () => {},
      },
      oauth: {} as never,
      budgets: {} as never,
      stopping: new AbortController().signal,
      readPeer: () => ({ ip: '', isSecure: false, isAnswered: true }),
    };
    expect(() => createRouter(doors, [getThing, getThing])).toThrow('declared twice');
  });

  test('a request schema with allOf does not start', () => {
    expect(() =>
      defineOperation({
        ...like(getThing),
        auth: 'public',
        body: Type.Intersect([
          Type.Object({ a: Type.String() }),
          Type.Object({ b: Type.String() }),
        ]),
        responses: {},
        handler: async () => ({ status: 200 }) as never,
      }),
    ).toThrow('allOf');
  });
});
