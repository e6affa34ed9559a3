import { createOperator } from '../../../src/access/operators/create-operator.ts';
import type { Clock } from '../../../src/kit/clock.ts';
import { type Answer, type NewTestKey, startTestApi } from '../client.ts';
import { sampleOperations } from '../sample-operations.ts';

/** The lines of the header; undefined sends none. */
export type Named = string | string[] | undefined;
type Request = (key: string | undefined, endUser?: Named) => Promise<Answer>;

export type EndUserCalls = Awaited<ReturnType<typeof openEndUserCalls>>;

/**
 * The server with the sample operations, with keys of operators that limit end users and of agents.
 */
export async function openEndUserCalls(clock: Clock) {
  const api = await startTestApi({ operations: sampleOperations, clock });

  async function newOperator(limitsEndUsers: boolean): Promise<string> {
    const request = { name: 'Op', plan: 'pro', limitsEndUsers, actorId: 'test' };
    return (await createOperator(api.database.owner, request)).id;
  }

  /** A key of an operator that limits end users; a new operator unless given. */
  const newKey = async (more: NewTestKey = {}) =>
    api.createKey({ ...more, operatorId: more.operatorId ?? (await newOperator(true)) });

  const naming = (endUser: Named): { headers?: Record<string, string | string[]> } =>
    endUser === undefined ? {} : { headers: { 'X-End-User-Id': endUser } };

  const read: Request = (key, endUser) =>
    api.request('GET', '/api/v1/things/search', { key, ...naming(endUser) });

  const write = (key: string | undefined, endUser?: Named, more = {}) => {
    const body = { plate: 'AB', ...more };
    return api.request('POST', '/api/v1/echoes', { key, body, ...naming(endUser) });
  };

  const writeAsAgent: Request = (key, endUser) =>
    write(key, endUser, { agent: { agent_platform: 'openai' } });

  const readAsAgent: Request = (key, endUser) => {
    const headers = { 'X-Agent-Platform': 'openai', ...naming(endUser).headers };
    return api.request('GET', '/api/v1/things/search', { key, headers });
  };

  return { api, newOperator, newKey, read, readAsAgent, write, writeAsAgent };
}

/**
 * The ways to name an agent: a description, the settings of its key, and the call that it makes.
 */
export const AGENTS = [
  ['the key names', { agentPlatform: 'openai' }, 'write'],
  ['the body names', {}, 'writeAsAgent'],
  ['a header names', {}, 'readAsAgent'],
  ['the key names, of an operation without a budget for agents', { agentPlatform: 'a' }, 'read'],
] as const;

export function standing({ headers }: Answer) {
  return {
    limit: Number(headers['x-ratelimit-limit']),
    remaining: Number(headers['x-ratelimit-remaining']),
  };
}

/** The answers to calls that are made one after another. */
export async function times<T>(count: number, call: () => Promise<T>): Promise<T[]> {
  const answers: T[] = [];
  for (let index = 0; index < count; index += 1) answers.push(await call());
  return answers;
}
