import { randomBytes } from 'node:crypto';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Operation } from '../../../api/operation.ts';
import { routes } from '../../../api/routes.ts';
import { reconcile } from '../../../src/money/reconciliation/reconcile.ts';
import type { Answer, TestApi, TestKey } from '../../api/client.ts';
import { toJson } from '../../api/extreme-values.ts';
import { OF_PEOPLE } from '../../api/of-people.ts';
import { startProxiedApi } from '../../api/proxied-api.ts';
import { schemaOf } from '../../api/request-fields.ts';
import { createRandom, type Random, seedOfRun } from '../../stage/random.ts';
import { isFull } from '../../stage/size.ts';
import { openTestWarehouse, type TestWarehouse } from '../../stage/warehouse.ts';
import { openBelongings, type Prepared } from '../access/belongings.ts';
import { anyValue } from './any-value.ts';
import { addressIn, encode, type Parts, type Sent, SPOILERS, TWISTS } from './spoilers.ts';

// Faults 17 and 22: correct, nearly correct and wrong requests, made from the schemas of the
// operations themselves.

const REQUESTS_PER_OPERATION = isFull ? 800 : 8;
const AT_ONCE = 4;
const CHANGES_MAX = 3;
const SHOWN = 600;

const seed = seedOfRun();
let api: TestApi;
let warehouse: TestWarehouse;
/** The causes of answers with 500. */
const logged: string[] = [];

beforeAll(async () => {
  const log = pino({ level: 'error' }, { write: (line: string) => void logged.push(line) });
  api = await startProxiedApi({ log });
  // Lots that the market knows from the start.
  await openBelongings(api, (await api.createKey()).operatorId, 'live');
  warehouse = await openTestWarehouse(api.database);
  await warehouse.refresh();
});
afterAll(async () => {
  await warehouse.close();
  await api.stop();
});

const send = (key: TestKey, operation: Operation, { path, headers, raw }: Sent): Promise<Answer> =>
  api.request(operation.method.toUpperCase(), path, {
    key: key.secret,
    headers,
    ...(raw !== undefined && { raw }),
  });

function toSent(operation: Operation, parts: Parts): Sent {
  const path = operation.path.replaceAll(/\{(\w+)\}/g, (_all, name) => encode(parts.params[name]));
  const headers = Object.entries(parts.headers).map(([name, one]) => [name, String(one)]);
  const hasBody = operation.body !== undefined && parts.body !== undefined;
  return {
    path: addressIn(path, parts.query),
    headers: {
      'idempotency-key': randomBytes(8).toString('hex'),
      ...(hasBody && { 'content-type': 'application/json' }),
      ...Object.fromEntries(headers),
    },
    raw: hasBody ? toJson(parts.body) : undefined,
  };
}

/**
 * The request of the example, or a random one that the schemas allow and that names existing
 * things.
 */
function partsOf(random: Random, operation: Operation, { params, query, body }: Prepared): Parts {
  const example = { params, query, headers: {}, body };
  if (random.next() < 0.5) return example;
  const any = (root: 'query' | 'body') => {
    const schema = schemaOf(operation, root);
    return schema === undefined ? undefined : anyValue(random, schema);
  };
  const query_ = any('query') as Parts['query'] | undefined;
  return {
    ...example,
    query: { ...query_, ...(random.next() < 0.5 && 'lat' in query && query) },
    body: withKnownIds(any('body'), body),
  };
}

function withKnownIds(any: unknown, known: Prepared['body']): unknown {
  if (typeof any !== 'object' || any === null || Array.isArray(any)) return any;
  const ids = Object.entries(known ?? {}).filter(([name]) => name.endsWith('_id') && name in any);
  return { ...any, ...Object.fromEntries(ids) };
}

/** False for values that no client can put into a header. */
const isSendable = ({ headers }: Sent) =>
  Object.values(headers).every((value) => !/[^\t\x20-\xff]/.test(String(value)));

/** What is wrong with an answer to an arbitrary request; undefined when nothing is. */
function faultOf({ status, headers, body }: Answer): string | undefined {
  if (status >= 500) return `${status}`;
  if (headers['x-request-id'] === undefined) return 'no X-Request-Id';
  if (headers['x-ratelimit-remaining'] === undefined) return 'no X-RateLimit-Remaining';
  if (status < 400) return undefined;
  const isEnvelope =
    typeof body?.error?.message === 'string' && body.error.request_id === headers['x-request-id'];
  return isEnvelope ? undefined : `${status} without the envelope`;
}

test.each(routes.map((operation, index) => ({ operation, index, name: operation.operationId })))(
  `$name answers any request as declared (seed ${seed})`,
  async ({ operation, index }) => {
    const faults: string[] = [];
    // Its own operator, so that one operation's changes to a lot do not affect the next operation.
    const key = await api.createKey();
    api.giveServerTo(key.operatorId);
    const owner = await openBelongings(api, key.operatorId, 'live');

    async function sendOne(turn: number): Promise<void> {
      const random = createRandom(seed + index * REQUESTS_PER_OPERATION + turn);
      const prepared = await owner.prepare(operation);
      const changes: string[] = [];
      const pick = <T>(named: Record<string, T>): T => {
        const [name, one] = random.pick(Object.entries(named));
        changes.push(name);
        return one;
      };
      let parts = partsOf(random, operation, prepared);
      const count = random.integer(0, CHANGES_MAX);
      for (let i = 0; i < count; i++) parts = pick(SPOILERS)(random, operation, parts);
      let sent = toSent(operation, parts);
      if (random.next() < 0.3) sent = pick(TWISTS)(random, sent);
      if (!isSendable(sent)) return;
      const answer = await send(key, operation, sent);
      const fault = faultOf(answer);
      if (fault === undefined) return;
      const request = JSON.stringify(sent).slice(0, SHOWN);
      faults.push(`${fault} after ${changes}: ${request}: ${answer.text} ${logged.at(-1) ?? ''}`);
    }

    const asItIs = await owner.prepare(operation);
    const answer = await send(key, operation, toSent(operation, { ...asItIs, headers: {} }));
    if (OF_PEOPLE.includes(operation.operationId)) expect(answer.status).toBe(403);
    else expect(answer.status, answer.text).toBeLessThan(300);
    for (let turn = 0; turn < REQUESTS_PER_OPERATION; turn += AT_ONCE) {
      await Promise.all(Array.from({ length: AT_ONCE }, (_, i) => sendOne(turn + i)));
      await owner.calls.cleanUp();
    }
    expect(faults).toEqual([]);
  },
);

test('after all of that it is healthy, and all rows are drained and published', async () => {
  await warehouse.refresh();
  const { database, app } = api;
  await reconcile({ db: database.pipelines, log: app.log, payments: app.payments });
  const { body } = await api.request('GET', '/api/v1/health');
  // No courier runs: the first events wait longer the slower the machine is.
  const { webhooks: _, ...checks } = body.checks as Record<string, { status: string }>;
  for (const [name, check] of Object.entries(checks))
    expect(check.status, `${name}: ${JSON.stringify(check)}`).toBe('pass');
});
