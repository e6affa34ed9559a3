import type { AnySchema } from 'ajv';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newAjv } from '../../../api/input/validate.ts';
import { tools } from '../../../api/mcp/tools.ts';
import { updateOperator } from '../../../src/access/operators/update-operator.ts';
import { addLot } from '../../stage/fixtures.ts';
import { type NewTestKey, startTestApi, type TestApi } from '../client.ts';
import { callTool, connect, message, post, rpcOf, textsOf } from './connect.ts';

const PLACE = { lat: 43.6532, lng: -79.3832 };
const PUBLIC_READ = 120;
const PER_MINUTE_IN_TEST = 30;
const PER_MINUTE_OF_END_USER = 20;
/** Characters, which are about 4,000 tokens. */
const LIST_LENGTH_MAX = 16_000;
const NOBODY = `ses_${'0'.repeat(32)}`;

const clock = { ms: Date.parse('2026-11-20T12:00:00Z'), now: () => clock.ms };
let api: TestApi;
let lotId: string;
beforeAll(async () => {
  api = await startTestApi({ clock });
  const { operatorId } = await api.createKey();
  lotId = await addLot(api.database, { operator_id: operatorId, total_spaces: 50 });
});
afterAll(() => api.stop());
beforeEach(() => {
  clock.ms += 60_000;
});

const list = (more: object = {}) => post(api, { body: message('tools/list'), ...more });
const remaining = ({ headers }: { headers: Record<string, string> }) =>
  Number(headers['x-ratelimit-remaining']);

describe('what is listed', () => {
  test('the four tools of the specification come first, and ours are named apart', async () => {
    const listed = rpcOf(await list()).result.tools as { name: string; title: string }[];
    expect(listed.slice(0, 4).map(({ name }) => name)).toEqual([
      'search_parking',
      'create_parking_session',
      'check_session_status',
      'end_parking_session',
    ]);
    for (const { title } of listed.slice(0, 4)) expect(title).not.toContain('Hexlot');
    for (const { title } of listed.slice(4)) expect(title).toMatch(/ \(Hexlot\)$/);
  });

  test('the list is short, because models read it in every conversation', async () => {
    expect(JSON.stringify(rpcOf(await list()).result).length).toBeLessThan(LIST_LENGTH_MAX);
  });

  test.each<[string, object]>([
    ['a list', message('tools/list')],
    ['an answer', message('tools/call', { name: 'search_parking', arguments: PLACE })],
    ['an error of the protocol', message('nothing/known')],
  ])('%s says its charset', async (_what, body) => {
    const { headers } = await post(api, { body });
    expect(headers['content-type']).toMatch(
      /^(application\/json|text\/event-stream); charset=utf-8$/,
    );
  });

  test.each(tools)(
    '$listed.name states all four hints, and the arguments of its operation',
    (tool) => {
      const { annotations, inputSchema, description } = tool.listed;
      const { params, query, body, headers } = tool.operation;
      const { readOnlyHint, destructiveHint, idempotentHint, openWorldHint } = annotations ?? {};
      for (const hint of [readOnlyHint, destructiveHint, idempotentHint, openWorldHint])
        expect(hint).toBeTypeOf('boolean');
      const named = [params, query, body].flatMap((part) => {
        const properties: object =
          part !== undefined && 'properties' in part ? (part.properties as object) : {};
        return Object.keys(properties);
      });
      const hasKey = 'Idempotency-Key' in (headers?.properties ?? {});
      const expected = hasKey ? [...new Set([...named, 'idempotency_key'])] : named;
      expect(Object.keys(inputSchema.properties ?? {}).sort()).toEqual(expected.sort());
      expect(inputSchema).toMatchObject({ type: 'object', additionalProperties: false });
      newAjv({ strict: false }).compile(inputSchema as AnySchema);
      expect(description?.length).toBeLessThanOrEqual(300);
    },
  );
});

describe('access', () => {
  const ends = { name: 'end_parking_session', sent: { session_id: NOBODY } };
  const rates = { name: 'get_market_rate', sent: PLACE };
  type Row = [
    what: string,
    key: NewTestKey | 'none',
    call: typeof ends | typeof rates,
    code: string,
  ];
  test.each<Row>([
    ['no key', 'none', ends, 'UNAUTHORIZED'],
    ['a missing scope', { scopes: ['lots:read'] }, ends, 'FORBIDDEN'],
    ['a missing scope of v2', { scopes: ['lots:read'] }, rates, 'UNAUTHORIZED'],
    ['a plan that is too low', { plan: 'starter' }, rates, 'FORBIDDEN'],
    ['the id of nothing', {}, ends, 'NOT_FOUND'],
  ])('%s is an error of the tool', async (_what, more, { name, sent }, code) => {
    const key = more === 'none' ? {} : { key: await api.createKey(more) };
    const answer = await post(api, {
      ...key,
      body: message('tools/call', { name, arguments: sent }),
    });
    const { result } = rpcOf(answer);
    const { error } = result.structuredContent;
    const status = more === 'none' ? 401 : 200;
    expect([answer.status, result.isError, error.code]).toEqual([status, true, code]);
    expect(error.request_id).toBe(answer.headers['x-request-id']);
    expect(textsOf(result)[0]).toBe(`${code}: ${error.message} (request_id ${error.request_id})`);
  });

  test('a key that is not valid is 401 for every message', async () => {
    const headers = { authorization: `Bearer pk_live_${'A'.repeat(43)}` };
    const answer = await list({ headers });
    expect([answer.status, answer.headers['www-authenticate']]).toEqual([
      401,
      expect.stringMatching(
        /^Bearer error="invalid_token", resource_metadata="http:.*\/mcp", scope=/,
      ),
    ]);
  });

  test('a test key sees the test world only', async () => {
    const key = await api.createKey({ mode: 'test' });
    const { structuredContent } = await callTool(api, 'search_parking', PLACE, { key });
    expect(structuredContent.lots).toEqual([]);
    expect((await callTool(api, 'search_parking', PLACE)).structuredContent.lots).toHaveLength(1);
  });
});

describe('budgets', () => {
  test('every message draws once, whatever becomes of it', async () => {
    const call = (name: string, args: unknown) => message('tools/call', { name, arguments: args });
    const bodies: object[] = [
      message('tools/list'),
      message('ping'),
      message('nothing/known'),
      call('search_parking', PLACE),
      call('search_parking', { lat: 'north' }),
      call('search_parking', [1]),
      call('no_tool', {}),
      call('end_parking_session', { session_id: NOBODY }),
      [message('tools/list')],
      { jsonrpc: '2.0', method: 'notifications/initialized' },
    ];
    for (const [index, body] of bodies.entries())
      expect(remaining(await post(api, { body }))).toBe(PUBLIC_READ - index - 1);
  });

  test('a tool draws from the budgets of its operation, other messages from those of a read', async () => {
    const key = await api.createKey();
    const call = message('tools/call', { name: 'search_parking', arguments: PLACE });
    const limitOf = async (body: object) =>
      (await post(api, { key, body })).headers['x-ratelimit-limit'];
    expect(await limitOf(message('tools/list'))).toBe('600');
    // Of an agent.
    expect(await limitOf(call)).toBe('240');
  });

  test('a call over a budget says how long to wait, and so does another message', async () => {
    const key = await api.createKey({ mode: 'test' });
    const search = () => callTool(api, 'search_parking', PLACE, { key });
    await Promise.all(Array.from({ length: PER_MINUTE_IN_TEST - 1 }, () => list({ key })));
    expect((await search()).isError).toBeUndefined();
    const limited = await search();
    expect(limited.structuredContent.error).toMatchObject({
      code: 'RATE_LIMITED',
      retry_after_seconds: 2,
    });
    const answer = await list({ key });
    expect([answer.status, answer.headers['retry-after']]).toEqual([429, '2']);
    clock.ms += 2_000;
    expect((await search()).isError).toBeUndefined();
  });
});

describe('whose call it is', () => {
  const platformOf = async (
    more: NewTestKey,
    headers: object,
    how: 'client' | 'message' = 'message',
  ) => {
    const key = await api.createKey(more);
    const sent = { lot_id: lotId, plate: `T${clock.ms % 1_000_000}` };
    if (how === 'message')
      return (await callTool(api, 'create_parking_session', sent, { key, headers }))
        .structuredContent.session.agent_platform;
    const client = await connect(api, { key, headers });
    const call = { name: 'create_parking_session', arguments: sent };
    const { structuredContent } = await client.callTool(call);
    await client.close();
    return (structuredContent as { session: { agent_platform: string } }).session.agent_platform;
  };

  test.each<[string, NewTestKey, object, 'client' | 'message', string]>([
    ['the key’s', { agentPlatform: 'own' }, { 'x-agent-platform': 'header' }, 'client', 'own'],
    ['otherwise the header’s', {}, { 'x-agent-platform': 'header' }, 'client', 'header'],
    ['otherwise the client’s own name', {}, {}, 'client', 'Test client-1'],
    ['otherwise mcp', {}, {}, 'message', 'mcp'],
  ])('an agent: %s', async (_whose, more, headers, how, platform) => {
    expect(await platformOf(more, headers, how)).toBe(platform);
  });
});

test('end users whom an operator limits are limited by tools, too', async () => {
  const key = await api.createKey();
  const { operatorId } = key;
  await updateOperator(api.database.owner, { operatorId, limitsEndUsers: true, actorId: 'test' });
  const search = (endUser: string) =>
    callTool(api, 'search_parking', PLACE, { key, headers: { 'x-end-user-id': endUser } });
  await Promise.all(Array.from({ length: PER_MINUTE_OF_END_USER }, () => search('one')));
  expect((await search('one')).structuredContent.error.code).toBe('RATE_LIMITED');
  expect((await search('another')).isError).toBeUndefined();
});

describe('arguments', () => {
  test.each<[string, object]>([
    ['numbers as text', { lat: '43.6532', lng: '-79.3832' }],
    ['null for what may be left out', { ...PLACE, limit: null, starts_at: null }],
    ['a truth as text', { ...PLACE, available_only: 'true' }],
    ['a truth', { ...PLACE, available_only: true }],
  ])('%s is understood', async (_what, sent) => {
    const { structuredContent } = await callTool(api, 'search_parking', sent);
    expect(structuredContent).toMatchObject({ lots: [{ id: lotId }] });
  });

  test('an idempotency_key that is no text is named', async () => {
    const key = await api.createKey();
    const sent = { lot_id: lotId, plate: 'KEY 1', idempotency_key: 5 };
    const { structuredContent } = await callTool(api, 'create_parking_session', sent, { key });
    expect(structuredContent.error.message).toContain('Idempotency-Key');
  });
});

test('the overview says what is covered in the world of its reader', async () => {
  const read = async (more: object) => {
    const body = message('resources/read', { uri: 'docs://overview' });
    return rpcOf(await post(api, { body, ...more })).result.contents[0];
  };
  const live = await read({});
  expect(live).toMatchObject({ uri: 'docs://overview', mimeType: 'text/markdown' });
  expect(live.text).toContain('1 lot can be found, in 0 cities and 1 country.');
  const { text } = await read({ key: await api.createKey({ mode: 'test' }) });
  expect(text).toContain('0 lots can be found');
  for (const { listed } of tools) expect(text).toContain(`\`${listed.name}\``);
});
