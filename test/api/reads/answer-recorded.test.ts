import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Type } from 'typebox';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { defineOperation, type Records } from '../../../api/operation.ts';
import type { Answered } from '../../../api/reply/declaration.ts';
import { notFound } from '../../../src/kit/errors.ts';
import { startTestApi, type TestApi } from '../client.ts';

const question = {
  kind: 'search' as const,
  at: new Date(0),
  centre: { lat: 43.65, lng: -79.38 },
  ...{ radiusM: 500, window: null, foundCount: 3, availableCount: 1, nearestM: 20 },
};

/** What the next call is answered; undefined: nothing is found. */
let reply: { answered?: Answered } | undefined;

const asking = (name: string, records: Records) =>
  defineOperation({
    operationId: `ask${name}`,
    method: 'post',
    path: `/api/v1/ask-${name}`,
    summary: 'A question about a place',
    tags: ['sample'],
    auth: 'public',
    budgets: ['read'],
    responses: { 200: { description: 'Done', schema: Type.Object({}) } },
    errors: ['NOT_FOUND'],
    records,
    async handler() {
      if (reply === undefined) throw notFound('lot');
      return { status: 200, body: {}, ...reply };
    },
  });

let api: TestApi;
let isDiskFull = false;
const rows: string[] = [];
beforeAll(async () => {
  api = await startTestApi({
    operations: [
      asking('Audited', { searchesOf: 'everyone', audit: () => ({ kind: 'search' }) }),
      asking('Agents', { searchesOf: 'agents' }),
    ],
    app: {
      searches: {
        record: ({ agentPlatform }) => rows.push(`search of ${agentPlatform}`),
        close: async () => {},
      },
      agentAudit: {
        record: () => {},
        async write({ actor, asked }) {
          if (isDiskFull) throw new Error('the disk is full');
          rows.push(`audit of ${actor.agentPlatform}: ${JSON.stringify(asked)}`);
        },
        close: async () => {},
      },
    },
  });
});
afterAll(() => api.stop());
beforeEach(() => {
  rows.length = 0;
  reply = { answered: { question } };
  isDiskFull = false;
});

async function ask(name: 'Audited' | 'Agents', as: 'agent' | 'person'): Promise<number> {
  const { secret: key } = await api.createKey(as === 'agent' ? { agentPlatform: 'claude' } : {});
  return (await api.request('POST', `/api/v1/ask-${name}`, { key })).status;
}
const auditOf = (foundCount: number, hasMore = false) =>
  `audit of claude: ${JSON.stringify({ kind: 'search', foundCount, hasMore })}`;

test('an agent’s question has its audit row, then its search', async () => {
  expect(await ask('Audited', 'agent')).toBe(200);
  expect(rows).toEqual([auditOf(3), 'search of claude']);
});

test('a question of anybody else is a search where those of everyone are', async () => {
  expect([await ask('Audited', 'person'), await ask('Agents', 'person')]).toEqual([200, 200]);
  expect(rows).toEqual(['search of null']);
});

test('without an audit row of its own a question of an agent is a search only', async () => {
  await ask('Agents', 'agent');
  expect(rows).toEqual(['search of claude']);
});

test('a further page is audited, and is no search', async () => {
  reply = { answered: { question, hasMore: true, isFurtherPage: true } };
  await ask('Audited', 'agent');
  expect(rows).toEqual([auditOf(3, true)]);
});

test('what is not found is audited as that, and is no search', async () => {
  reply = undefined;
  expect(await ask('Audited', 'agent')).toBe(404);
  expect(await ask('Agents', 'agent')).toBe(404);
  expect(rows).toEqual([auditOf(0)]);
});

test('without its audit row a question has no answer, and is no search', async () => {
  isDiskFull = true;
  expect(await ask('Audited', 'agent')).toBe(500);
  reply = undefined;
  expect(await ask('Audited', 'agent')).toBe(500);
  expect(rows).toEqual([]);
});

test('an answer that does not say what was asked is an error', async () => {
  reply = {};
  expect(await ask('Agents', 'person')).toBe(500);
});

/** What shows free spaces or a rate of a lot that somebody asks about. */
const QUESTIONS = ['searchLots', 'lookUpLot', 'findLot'];
const DECLARES = /^export const \w+Operation = define\w+\(/m;
/** Its own operator is shown the rate that it has just set. */
const NO_QUESTIONS = ['api/v1/lots/rates/put.ts'];

test('every operation that searches or looks a lot up is recorded', () => {
  const files = readdirSync('api', { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts'))
    .map((path) => join('api', path));
  const textOf = new Map(files.map((path) => [path, readFileSync(path, 'utf8')]));
  /** Whether it asks, or a file that it imports and that declares no operation. */
  const asks = (path: string): boolean => {
    const text = textOf.get(path) ?? '';
    if (QUESTIONS.some((name) => text.includes(`${name}(`))) return true;
    return [...text.matchAll(/from '(\.[^']+)'/g)]
      .map(([, target = '']) => join(dirname(path), target))
      .some((target) => !DECLARES.test(textOf.get(target) ?? '') && asks(target));
  };
  const asking = files.filter((path) => DECLARES.test(textOf.get(path) ?? '') && asks(path));
  expect(asking.filter((path) => !NO_QUESTIONS.includes(path))).toEqual(
    files.filter((path) => /^ {2}records: \{/m.test(textOf.get(path) ?? '')),
  );
  expect(asking).toHaveLength(5 + NO_QUESTIONS.length);
});
