import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Operation } from '../../../api/operation.ts';
import { routes } from '../../../api/routes.ts';
import type { Answer } from '../../api/client.ts';
import { startProxiedApi } from '../../api/proxied-api.ts';
import { randomFrom, seedOfRun } from '../../stage/random.ts';
import { isFull } from '../../stage/size.ts';
import { openTestWarehouse, type TestWarehouse } from '../../stage/warehouse.ts';
import { type Belongings, openBelongings, type Prepared } from './belongings.ts';
import { everyCaller, type Who } from './callers.ts';
import { type Declared, declaredIn } from './declared.ts';
import { expectedStatus, IS_DONE, isSeenBy, PROBES } from './expected-status.ts';

// Fault 21: every operation of the OpenAPI document that is served, called by every kind of caller.

const MODES = ['live', 'test'] as const;
const AUDIT = `(select * from audit_log where action not in ('agent.read', 'dispatcher.called'))`;

const api = await startProxiedApi();
const served = declaredIn((await api.request('GET', '/openapi.json')).body);
let warehouse: TestWarehouse;
const firstCalled = Math.floor(randomFrom(seedOfRun())() * MODES.length);
const worlds = new Map<string, { owner: Belongings; callers: Who[] }>();

beforeAll(async () => {
  for (const mode of MODES) {
    const { operatorId } = await api.createKey();
    if (mode === 'live') api.giveServerTo(operatorId);
    const owner = await openBelongings(api, operatorId, mode);
    worlds.set(mode, { owner, callers: await everyCaller(api, operatorId, mode) });
  }
  warehouse = await openTestWarehouse(api.database);
  await warehouse.refresh();
});
afterAll(async () => {
  await warehouse.close();
  await api.stop();
});

function send(operation: Operation, { path, query, body }: Prepared, who: Who): Promise<Answer> {
  return api.request(operation.method.toUpperCase(), path, {
    key: who.key,
    query: query as Record<string, string>,
    headers: { 'Idempotency-Key': randomUUID() },
    ...(body !== undefined && { body }),
  });
}

/**
 * All rows of all tables, except for when keys were last used, the log of searches, the counts of
 * calls, those that were refused, and what agents asked, which is audited also when it is refused.
 */
async function everything(): Promise<unknown> {
  const tables = await api.database.sql<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace
       and relkind in ('r', 'p') and not relispartition
       and relname not in ('search_log', 'search_callers', 'searcher_counts', 'call_counts',
         'call_refusals')`,
  );
  const sums = tables.map(
    ({ name }) => `select '${name}' as name, count(*)::int as count,
      md5(string_agg((to_jsonb(kept) - 'last_used_at')::text, '' order by kept::text)) as sum
      from ${name === 'audit_log' ? AUDIT : name} as kept`,
  );
  return api.database.sql(`${sums.join(' union all ')} order by name`);
}

/** What is wrong with an answer; undefined when nothing is. */
function faultOf({ status, body, text }: Answer, expected: number | typeof IS_DONE) {
  const isAsExpected = expected === IS_DONE ? status >= 200 && status < 300 : status === expected;
  if (!isAsExpected) return `${status} in place of ${expected}: ${text.slice(0, 200)}`;
  return status >= 400 && body?.error?.code === undefined ? `no envelope: ${text}` : undefined;
}

/** The operation of an id, for making a call of it. */
const operationOf = ({ operationId }: Declared): Operation =>
  routes.find((route) => route.operationId === operationId) ?? expect.unreachable();

test('the document describes every operation that is served, and no other', () => {
  const named = (one: Pick<Declared, 'method' | 'path'>) => `${one.method} ${one.path}`;
  expect(served.map(named).toSorted()).toEqual(routes.map(named).toSorted());
});

/** Of the operations every second one in each world, others in each run, or all at full size. */
function calledIn(mode: (typeof MODES)[number]): Declared[] {
  const first = firstCalled + MODES.indexOf(mode);
  return served.filter((_, at) => isFull || (at + first) % MODES.length === 0);
}

describe.each(MODES)('with everything in the %s world', (mode) => {
  test.each(calledIn(mode))(
    '$operationId answers every caller as declared, and writes nothing for refused ones',
    async (declared) => {
      const operation = operationOf(declared);
      const { owner, callers } = worlds.get(mode) ?? expect.unreachable();
      const concerned = callers.filter(
        ({ worth }) =>
          !worth?.lacks || declared.scopes.some((scope) => worth.lacks?.includes(scope)),
      );
      const prepared = await owner.prepare(operation);
      const expectedOf = (who: Who) => expectedStatus(declared, who, prepared.named);
      const faults: string[] = [];
      const ask = async (who: Who, call: Prepared) => {
        const answer = await send(operation, call, who);
        const fault = faultOf(answer, expectedOf(who));
        if (fault !== undefined) faults.push(`${who.name}: ${fault}`);
        if (!isSeenBy(who, mode) && owner.isToldIn(answer.text))
          faults.push(`${who.name} sees what is not theirs: ${answer.text}`);
      };

      const refused = concerned.filter((who) => expectedOf(who) !== IS_DONE);
      const before = await everything();
      for (const who of refused) await ask(who, prepared);
      expect(await everything()).toEqual(before);
      for (const who of concerned.filter((one) => !refused.includes(one))) {
        await ask(who, await owner.prepare(operation));
        await owner.calls.cleanUp();
      }
      expect(faults).toEqual([]);
      if (!PROBES.includes(declared.operationId)) expect(refused.length).toBeGreaterThan(0);
    },
  );
});
