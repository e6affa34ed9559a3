import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { describeApi } from '../../../api/document/openapi.ts';
import { type NewTestKey, startTestApi, type TestApi } from '../client.ts';
import { sampleOperations } from '../sample-operations.ts';

const clock = { ms: Date.parse('2026-11-20T12:00:00Z'), now: () => clock.ms };

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi({ operations: sampleOperations, clock });
});
afterAll(() => api.stop());
beforeEach(() => {
  clock.ms += 60_000;
});

type Named = string | string[] | undefined;
const NAMED_IN_BODY = { plate: 'AB', agent: { agent_platform: 'body' } };

function write(key: string | undefined, named: Named, body: object = { plate: 'AB' }) {
  const headers = named === undefined ? {} : { 'X-Agent-Platform': named };
  return api.request('POST', '/api/v1/echoes', { key, body, headers });
}

const secretOf = async (more: NewTestKey = {}) => (await api.createKey(more)).secret;

describe('the platform of a call', () => {
  test.each<[string | null, NewTestKey, object, Named]>([
    ['key', { agentPlatform: 'key' }, NAMED_IN_BODY, 'header'],
    ['key', { agentPlatform: 'key' }, { plate: 'AB' }, 'header'],
    ['body', {}, NAMED_IN_BODY, 'header'],
    ['header', {}, { plate: 'AB' }, 'header'],
    [null, {}, { plate: 'AB' }, undefined],
  ])('is %j for the key %j, the body %j and the header %j', async (platform, more, body, named) => {
    const answer = await write(await secretOf(more), named, body);
    expect(answer.body.agent_platform).toBe(platform);
  });

  test.each(['a', 'Claude', 'gpt-5.1_mini voice', 'x'.repeat(100)])('may be %s', async (named) => {
    expect((await write(await secretOf(), named)).body.agent_platform).toBe(named);
  });

  test.each<[string, Named]>([
    ['nothing', ''],
    ['101 characters', 'x'.repeat(101)],
    ['a letter that is not ASCII', 'jos\u00e9'],
    ['a comma', 'a,b'],
    ['markup', '<b>'],
    ['two lines', ['a', 'b']],
  ])('in the header is refused when it is %s', async (_what, named) => {
    const { status, body } = await write(await secretOf(), named);
    const reason = 'must be 1 to 100 letters, digits, dots, underscores, dashes or spaces';
    expect(status).toBe(400);
    expect(body.error.details).toEqual([{ field: 'X-Agent-Platform', reason }]);
  });

  test('in the header is not looked at, valid or not, when the key names one', async () => {
    const answer = await write(await secretOf({ agentPlatform: 'key' }), 'a,b');
    expect(answer.body.agent_platform).toBe('key');
  });

  test('in the header is not looked at, valid or not, without a key', async () => {
    const path = '/api/v1/things/search';
    for (const named of ['claude', 'a,b']) {
      const answer = await api.request('GET', path, { headers: { 'X-Agent-Platform': named } });
      expect(answer.status).toBe(200);
      expect(answer.headers['x-ratelimit-limit']).toBe('120');
    }
  });
});

describe('a call whose header names an agent', () => {
  const standing = (headers: Record<string, string>) => [
    headers['x-ratelimit-limit'],
    headers['x-ratelimit-remaining'],
  ];

  test('draws from the budgets of agents, also when it is refused', async () => {
    const key = await secretOf();
    expect(standing((await write(key, 'claude')).headers)).toEqual(['60', '59']);
    expect(standing((await write(key, 'claude', {})).headers)).toEqual(['60', '58']);
    expect(standing((await write(key, 'a,b')).headers)).toEqual(['60', '57']);
    expect(standing((await write(key, undefined)).headers)).toEqual(['120', '116']);
  });

  test('draws once when the body names one, too', async () => {
    const key = await secretOf();
    expect(standing((await write(key, 'claude', NAMED_IN_BODY)).headers)).toEqual(['60', '59']);
  });
});

test('the document declares the header once, as an option of every operation', () => {
  // biome-ignore lint/suspicious/noExplicitAny: a document is walked by path
  const document = describeApi(sampleOperations, 'https://api.example.org') as any;
  const reference = { $ref: '#/components/parameters/AgentPlatform' };
  expect(document.components.parameters.AgentPlatform).toMatchObject({
    name: 'X-Agent-Platform',
    in: 'header',
    required: false,
    description: expect.stringContaining('Ignored without a key'),
    schema: { type: 'string', minLength: 1, maxLength: 100, pattern: '^[A-Za-z0-9._ -]+$' },
  });
  for (const path of ['/api/v1/echoes', '/api/v1/things/search'])
    for (const operation of Object.values<{ parameters: object[] }>(document.paths[path]))
      expect(operation.parameters).toContainEqual(reference);
});
