import { afterAll, beforeAll, expect, test } from 'vitest';
import { routes } from '../../api/routes.ts';
import { startTestApi, type TestApi } from './client.ts';
import { addressOf, type ExampleCalls, examplesOf, openExampleCalls } from './example-calls.ts';

let api: TestApi;
let calls: ExampleCalls;

beforeAll(async () => {
  api = await startTestApi();
  calls = await openExampleCalls(api, await api.createKey());
});
afterAll(() => api.stop());

const bodied = routes.filter((operation) => operation.body !== undefined);

test('every operation that takes a body shows an example of one', () => {
  const silent = bodied.filter((operation) => examplesOf(operation).length === 0);
  expect(silent.map(({ operationId }) => operationId)).toEqual([]);
});

test.each(
  bodied.flatMap((operation) =>
    examplesOf(operation).map((example, i) => ({
      name: `${operation.operationId} ${i + 1}`,
      operation,
      example,
    })),
  ),
)('the example $name is answered as it promises', async ({ operation, example }) => {
  const { params, body } = await calls.prepare(operation, example);
  await calls.call(operation.method.toUpperCase(), addressOf(operation, params), body);
  await calls.cleanUp();
});
