import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Operation } from '../../../api/operation.ts';
import { routes } from '../../../api/routes.ts';
import { KEY_BUDGETS } from '../../../src/access/principals/rate-limits.ts';
import { type Answer, startTestApi, type TestApi, type TestKey } from '../../api/client.ts';
import {
  addressOf,
  type ExampleCalls,
  examplesOf,
  type Json,
  openExampleCalls,
} from '../../api/example-calls.ts';
import { beyondOf, extremesOf, toJson, toText } from '../../api/extreme-values.ts';
import {
  type Field,
  fieldsOf,
  sampleOf,
  schemaOf,
  takesPlace,
  withValue,
} from '../../api/request-fields.ts';
import { partOf, randomFrom, seedOfRun } from '../../stage/random.ts';
import { openTestWarehouse, type TestWarehouse } from '../../stage/warehouse.ts';

const RATE_LIMIT = 1_000_000;
/** Of so many values that a schema need not refuse one is sent in a run, others in each. */
const PARTS_OF_VALUES = 3;

const seed = seedOfRun();
const random = randomFrom(seed);

const rateLimits = Object.fromEntries(Object.keys(KEY_BUDGETS).map((name) => [name, RATE_LIMIT]));

let api: TestApi;
let warehouse: TestWarehouse;
beforeAll(async () => {
  api = await startTestApi();
  warehouse = await openTestWarehouse(api.database);
  await warehouse.refresh();
});
afterAll(async () => {
  await warehouse.close();
  await api.stop();
});

/**
 * Whether the schema must refuse the value. Rows of a batch are excluded: each has its own result.
 */
const isBeyond = ({ root, path, schema }: Field, value: unknown) =>
  !(root === 'body' && path[0] === 0) && beyondOf(schema).some((one) => one === value);

/** All values beyond a bound, and some of the others. */
function valuesFor(field: Field): unknown[] {
  const all = extremesOf(field.schema);
  const others = all.filter((value) => !isBeyond(field, value));
  return [
    ...all.filter((value) => isBeyond(field, value)),
    ...partOf(others, random, PARTS_OF_VALUES),
  ];
}

const nameOf = ({ root, path }: Field) => (root === 'body' ? path : path.slice(-1)).join('.');

/** A request from the operation's example; without one, the plainest request of its schema. */
async function baseOf(operation: Operation, calls: ExampleCalls, field: Field) {
  const examples = examplesOf(operation);
  // Prefer the example that contains most of the path to the field.
  const depthIn = (example: Json) => {
    let [depth, at]: [number, unknown] = [0, example];
    for (const step of field.path) {
      at = (at as Json | undefined)?.[step];
      if (at === undefined || at === null) break;
      depth += 1;
    }
    return depth;
  };
  const [example = {}] = examples.toSorted((a, b) => depthIn(b) - depthIn(a));
  const { params, body } = await calls.prepare(operation, example);
  const query = sampleOf(schemaOf(operation, 'query') ?? { type: 'object' }) as Json;
  return { params, query: { ...query, ...placeIn(operation) }, headers: {}, body };
}

/** A place with lots. */
const placeIn = (operation: Operation) => (takesPlace(operation) ? { lat: 41.2, lng: -99.6 } : {});

/**
 * Gives every request its own plate, so that no vehicle parks twice, unless the plate is under
 * test.
 */
function withOwnPlate(body: unknown, field: Field): unknown {
  const isOwn = typeof body !== 'object' || body === null || !('plate' in body);
  return isOwn || field.path[0] === 'plate'
    ? body
    : { ...body, plate: randomBytes(5).toString('hex') };
}

async function send(
  key: TestKey,
  operation: Operation,
  base: Awaited<ReturnType<typeof baseOf>>,
  field: Field,
  value: unknown,
): Promise<Answer | undefined> {
  const schema = schemaOf(operation, field.root) ?? {};
  const request = { ...base, [field.root]: withValue(schema, base[field.root], field.path, value) };
  const inAddress = (values: object) =>
    Object.entries(values).map(([name, one]) => [name, toText(one)] as const);
  const params = inAddress(request.params).map(([name, one]) => {
    return [name, encodeURIComponent(one.toWellFormed())] as const;
  });
  const headers = Object.fromEntries(inAddress(request.headers));
  // HTTP headers cannot carry these values.
  if (Object.values(headers).some((text) => /[^\x20-\x7e]/.test(text))) return undefined;
  const hasBody = operation.body !== undefined;
  return api.request(
    operation.method.toUpperCase(),
    addressOf(operation, Object.fromEntries(params)),
    {
      key: key.secret,
      query: Object.fromEntries(inAddress(request.query).map(([name, one]) => [name, one])),
      headers: {
        'Idempotency-Key': randomBytes(8).toString('hex'),
        ...(hasBody && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(hasBody && { raw: toJson(withOwnPlate(request.body, field)) }),
    },
  );
}

/** An operation that has two paths is tested once. */
const operations = [...new Map(routes.map((one) => [one.handler, one])).values()];

describe.each(operations.map((operation) => ({ operation, name: operation.operationId })))(
  '$name',
  ({ operation }) => {
    const fields = fieldsOf(operation);

    test('every number and instant of its request has both its bounds in the schema', () => {
      const unbounded = fields.filter(({ schema }) => {
        const { type, minimum, exclusiveMinimum = minimum, maximum, format } = schema;
        if (format === 'date-time') return !(schema.formatMinimum && schema.formatExclusiveMaximum);
        if (type !== 'number' && type !== 'integer') return false;
        return exclusiveMinimum === undefined || maximum === undefined;
      });
      expect(unbounded.map(nameOf)).toEqual([]);
    });

    test(`a value beyond a bound is 400 naming its field, and no value is 5xx (seed ${seed})`, async () => {
      const key = await api.createKey({ rateLimits });
      api.giveServerTo(key.operatorId);
      const calls = await openExampleCalls(api, key);
      const failures: unknown[] = [];
      async function sendOne(field: Field, value: unknown): Promise<void> {
        const base = await baseOf(operation, calls, field);
        const { status = 0, text } = (await send(key, operation, base, field, value)) ?? {};
        const sent = toText(value).slice(0, 50);
        if (status >= 500) failures.push({ field: nameOf(field), sent, text });
        const isRefused = status === 400 && text?.includes(`"field":"${nameOf(field)}"`);
        if (!isRefused && isBeyond(field, value))
          failures.push({ field: nameOf(field), sent, text, why: 'not refused by name' });
      }
      for (const field of fields) {
        // An address may have only a few feeds under way, so they are called one after another.
        if (304 in operation.responses)
          for (const value of valuesFor(field)) await sendOne(field, value);
        else await Promise.all(valuesFor(field).map((value) => sendOne(field, value)));
        await calls.cleanUp();
      }
      expect(failures).toEqual([]);
    });
  },
);

test('the rows that these calls left are drained, checked and published', async () => {
  await warehouse.refresh();
});
