import { afterAll, beforeAll, expect, test } from 'vitest';
import { routes } from '../../../api/routes.ts';
import { buildGround } from '../../../src/demo/build-ground.ts';
import { EXAMPLE_LOT } from '../../../src/demo/city.ts';
import { startTestApi, type TestApi } from '../client.ts';
import {
  addressOf,
  type ExampleCalls,
  examplesOf,
  type Json,
  openExampleCalls,
} from '../example-calls.ts';

let api: TestApi;
let calls: ExampleCalls;

beforeAll(async () => {
  api = await startTestApi();
  const { buyerOperatorId: operatorId } = await buildGround(api.database.owner);
  const key = await api.createKey({ operatorId });
  calls = await openExampleCalls(api, key, EXAMPLE_LOT.id);
});
afterAll(() => api.stop());

const bodied = routes.filter((operation) => operation.body !== undefined);

test('every operation that takes a body shows an example of one', () => {
  const silent = bodied.filter((operation) => examplesOf(operation).length === 0);
  expect(silent.map(({ operationId }) => operationId)).toEqual([]);
});

test('every lot in an example exists in the demo city', () => {
  const named = bodied
    .flatMap(examplesOf)
    .flatMap(({ parameters, ...example }) => [example, (parameters ?? {}) as Json])
    .flatMap(({ lot_id }) => lot_id ?? []);
  expect(named.length).toBeGreaterThan(2);
  expect(named.filter((lotId) => lotId !== EXAMPLE_LOT.id)).toEqual([]);
});

test.each(
  bodied.flatMap((operation) =>
    examplesOf(operation).map((example, i) => ({
      name: `${operation.operationId} ${i + 1}`,
      operation,
      example,
    })),
  ),
)('in the demo city the example $name succeeds', async ({ operation, example }) => {
  const { params, body } = await calls.prepare(operation, example);
  await calls.call(operation.method.toUpperCase(), addressOf(operation, params), body);
  await calls.cleanUp();
});
