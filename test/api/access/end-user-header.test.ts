import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { describeApi } from '../../../api/document/openapi.ts';
import type { NewTestKey } from '../client.ts';
import { sampleOperations } from '../sample-operations.ts';
import {
  AGENTS,
  type EndUserCalls,
  type Named,
  openEndUserCalls,
  standing,
  times,
} from './end-user-calls.ts';

const clock = { now: () => Date.parse('2026-11-20T12:00:00Z') };
const asAgent = { agentPlatform: 'openai' };

let calls: EndUserCalls;
beforeAll(async () => {
  calls = await openEndUserCalls(clock);
});
afterAll(() => calls.api.stop());

describe.each(AGENTS)('X-End-User-Id of an agent that %s', (_name, more, kind) => {
  test.each<[string, Named]>([
    ['nothing', ''],
    ['a space', 'user 1'],
    ['129 characters', 'x'.repeat(129)],
    ['a letter that is not ASCII', 'jos\u00e9'],
    ['two lines', ['user-1', 'user-2']],
  ])('holding %s is 400 naming the header', async (_id, endUser) => {
    const { secret } = await calls.newKey(more);
    const { status, body } = await calls[kind](secret, endUser);
    const reason = 'must be 1 to 128 visible ASCII characters';
    expect(status).toBe(400);
    expect(body.error).toMatchObject({
      code: 'BAD_REQUEST',
      message: `X-End-User-Id: ${reason}`,
      details: [{ field: 'X-End-User-Id', reason }],
    });
  });

  test.each(['!', '~', 'a@b.example/7,8', 'x'.repeat(128)])('may be %s', async (endUser) => {
    const { secret } = await calls.newKey(more);
    const answer = await calls[kind](secret, endUser);
    expect(answer.status).toBeLessThan(300);
    expect(standing(answer)).toEqual({ limit: 20, remaining: 19 });
  });
});

describe('X-End-User-Id is ignored, valid or not,', () => {
  test.each<[string, boolean, NewTestKey, 'read' | 'readAsAgent' | 'write' | 'writeAsAgent']>([
    ['where the operator does not limit end users', false, asAgent, 'read'],
    ['where the body names an agent and the operator does not', false, {}, 'writeAsAgent'],
    ['where a header names an agent and the operator does not', false, {}, 'readAsAgent'],
    ['where no agent reads', true, {}, 'read'],
    ['where no agent writes', true, {}, 'write'],
  ])('%s', async (_name, limitsEndUsers, more, kind) => {
    const operatorId = await calls.newOperator(limitsEndUsers);
    const { secret } = await calls.newKey({ operatorId, ...more });
    for (const endUser of ['user-1', 'user 1']) {
      const answers = await times(21, () => calls[kind](secret, endUser));
      for (const answer of answers) expect(answer.status).toBeLessThan(300);
    }
  });

  test('without a key', async () => {
    const answers = await times(21, () => calls.read(undefined, 'user 1'));
    expect(answers.map(({ status }) => status)).toEqual(Array(21).fill(200));
  });
});

test('the document declares the header once, as an option of every operation', () => {
  // biome-ignore lint/suspicious/noExplicitAny: a document is walked by path
  const document = describeApi(sampleOperations, 'https://api.example.org') as any;
  const reference = { $ref: '#/components/parameters/EndUserId' };
  expect(document.components.parameters.EndUserId).toMatchObject({
    name: 'X-End-User-Id',
    in: 'header',
    required: false,
    description: expect.stringContaining('20 per minute'),
    schema: { type: 'string', minLength: 1, maxLength: 128, pattern: '^[\\x21-\\x7e]+$' },
  });
  expect(document.paths['/api/v1/echoes'].post.parameters).toContainEqual(reference);
  expect(document.paths['/api/v1/things/search'].get.parameters).toContainEqual(reference);
});
