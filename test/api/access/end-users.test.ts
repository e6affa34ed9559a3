import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { updateOperator } from '../../../src/access/operators/update-operator.ts';
import { untilHolds } from '../../stage/until-holds.ts';
import type { NewTestKey } from '../client.ts';
import { AGENTS, type EndUserCalls, openEndUserCalls, standing, times } from './end-user-calls.ts';

const START_MS = Date.parse('2026-11-20T12:00:00Z');
const FIRST_OF_20 = { limit: 20, remaining: 19 };
const clock = { ms: START_MS, now: () => clock.ms };
const asAgent = { agentPlatform: 'openai' };

let calls: EndUserCalls;
beforeAll(async () => {
  calls = await openEndUserCalls(clock);
});
afterAll(() => calls.api.stop());

describe.each(AGENTS)('calls of an agent that %s', (_name, more, kind) => {
  const success = kind.startsWith('read') ? 200 : 201;

  /** A function by which an agent with a new key calls for an end user. */
  async function newAgent() {
    const { secret } = await calls.newKey(more);
    return (endUser?: string) => calls[kind](secret, endUser);
  }

  test('are 20 a minute for one end user, then 429 until Retry-After has passed', async () => {
    const call = await newAgent();
    const answers = await times(21, () => call('user-1'));
    expect(answers.map(({ status }) => status)).toEqual([...Array(20).fill(success), 429]);
    expect(answers.map(standing)).toEqual([
      ...Array.from({ length: 20 }, (_, index) => ({ limit: 20, remaining: 19 - index })),
      { limit: 20, remaining: 0 },
    ]);
    const refused = answers.at(-1);
    expect(refused?.body.error.code).toBe('RATE_LIMITED');
    expect(refused?.headers['retry-after']).toBe('3');
    clock.ms += 2_000;
    expect((await call('user-1')).status).toBe(429);
    clock.ms += 1_000;
    expect((await call('user-1')).status).toBe(success);
    expect((await call('user-1')).status).toBe(429);
  });

  test('for one end user leave the budget of another alone', async () => {
    const call = await newAgent();
    await times(21, () => call('user-1'));
    const other = await call('user-2');
    expect(other.status).toBe(success);
    expect(standing(other)).toEqual(FIRST_OF_20);
  });

  test('that exceed the budget of the end user take nothing from other budgets', async () => {
    const call = await newAgent();
    const before = standing(await call());
    await times(30, () => call('user-1'));
    const { limit, remaining } = before;
    expect(standing(await call())).toEqual({ limit, remaining: remaining - 21 });
  });

  test('need not name an end user', async () => {
    const call = await newAgent();
    const answers = await times(21, () => call());
    expect(answers.map(({ status }) => status)).toEqual(Array(21).fill(success));
  });
});

describe('the budget of an end user', () => {
  test('is left alone by a call that another budget refuses', async () => {
    const { secret, operatorId } = await calls.newKey(asAgent);
    await times(60, () => calls.write(secret));
    const refused = await calls.write(secret, 'user-1');
    expect(refused.status).toBe(429);
    expect(standing(refused)).toEqual({ limit: 60, remaining: 0 });
    const { secret: other } = await calls.newKey({ operatorId, ...asAgent });
    expect(standing(await calls.write(other, 'user-1'))).toEqual(FIRST_OF_20);
  });

  test('is shared by all keys of the operator in that world with the same limit', async () => {
    const { secret, operatorId } = await calls.newKey(asAgent);
    const other = async (more: NewTestKey) => {
      const key = await calls.newKey({ operatorId, ...asAgent, ...more });
      return standing(await calls.read(key.secret, 'user-1'));
    };
    await times(5, () => calls.read(secret, 'user-1'));
    expect(await other({})).toEqual({ limit: 20, remaining: 14 });
    expect(await other({ agentPlatform: 'claude' })).toEqual({ limit: 20, remaining: 13 });
    expect(await other({ mode: 'test' })).toEqual(FIRST_OF_20);
    expect(await other({ operatorId: await calls.newOperator(true) })).toEqual(FIRST_OF_20);
  });

  test('is as large as the limit of the key, and separate from the usual one', async () => {
    const granted = { ...asAgent, rateLimits: { end_user: 50 } };
    const { secret, operatorId } = await calls.newKey(granted);
    const answers = await times(51, () => calls.read(secret, 'user-1'));
    expect(answers.map(({ status }) => status)).toEqual([...Array(50).fill(200), 429]);
    expect(answers[0] && standing(answers[0])).toEqual({ limit: 50, remaining: 49 });
    const { secret: usual } = await calls.newKey({ operatorId, ...asAgent });
    expect(standing(await calls.read(usual, 'user-1'))).toEqual(FIRST_OF_20);
  });

  test('gives back the write that it refuses after reading the agent from the body', async () => {
    const { secret } = await calls.newKey();
    await times(30, () => calls.writeAsAgent(secret, 'user-1'));
    const plain = await calls.write(secret);
    expect(standing(plain)).toEqual({ limit: 120, remaining: 120 - 20 - 1 });
  });

  test('is used by refused requests too', async () => {
    const { secret } = await calls.newKey(asAgent);
    const wrong = await times(2, () => calls.write(secret, 'user-1', { colour: 'red' }));
    expect(wrong.map(({ status }) => status)).toEqual([400, 400]);
    expect(wrong.map((answer) => standing(answer).remaining)).toEqual([19, 18]);
  });
});

test('a running API follows an operator that opts in or out', async () => {
  const operatorId = await calls.newOperator(false);
  const { secret } = await calls.newKey({ operatorId, ...asAgent });
  const limitOf = async () => standing(await calls.read(secret, 'user-1')).limit;
  expect(await limitOf()).toBe(600);
  for (const [limitsEndUsers, limit] of [
    [true, 20],
    [false, 600],
  ] as const) {
    await updateOperator(calls.api.database.owner, { operatorId, limitsEndUsers, actorId: 'test' });
    await untilHolds(async () => expect(await limitOf()).toBe(limit));
  }
});
