import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Operation } from '../../../../api/operation.ts';
import { routes } from '../../../../api/routes.ts';
import { startTestApi, type TestApi, type TestKey } from '../../client.ts';

// At every door, the plate and the address of a person stand where something else is expected.

const PLATE = 'ZQ7MARKER';
const EMAIL = 'zq7marker@example.org';
const WORDS = [PLATE, EMAIL, `for ${PLATE} at ${EMAIL}`];

const doors = routes.filter(({ isProbe, auth }) => !isProbe && auth !== 'public');

let api: TestApi;
let operatorId: string;
beforeAll(async () => {
  api = await startTestApi();
  ({ operatorId } = await api.createKey());
});
afterAll(() => api.stop());

const rateLimits = { read: 1_000, write: 1_000, intelligence: 1_000, agent_call: 1_000 };

/** The declared members of a body, each with the text in place of its value. */
function bodyOf({ body }: Operation, text: string): object {
  const members = Object.keys((body as { properties?: object } | undefined)?.properties ?? {});
  return Object.fromEntries([...members, text, 'metadata'].map((name) => [name, { [text]: text }]));
}

async function knock(operation: Operation, key: TestKey, text: string): Promise<number> {
  const { method, path } = operation;
  const ask = async (filled: string, query: Record<string, string>, body?: unknown) => {
    const headers = { 'Idempotency-Key': text, 'X-Agent-Platform': text, 'X-End-User-Id': text };
    const sent = { key: key.secret, query, headers, ...(body !== undefined && { body }) };
    return (await api.request(method.toUpperCase(), filled, sent)).status;
  };
  const named = path.replaceAll(/\{\w+\}/g, encodeURIComponent(text));
  const params = Object.keys(operation.query?.properties ?? {});
  const query = Object.fromEntries([...params, text].map((name) => [name, text]));
  const statuses = [
    await ask(named, query),
    ...(operation.body === undefined
      ? []
      : [
          await ask(named, {}, bodyOf(operation, text)),
          await ask(named, {}, [{ [text]: text, plate: text }]),
          await ask(named, {}, text),
        ]),
  ];
  return statuses.filter((status) => status >= 400).length;
}

test('what is kept of refused calls has nothing that was sent, at any door', async () => {
  let refusedCount = 0;
  for (const [i, door] of doors.entries()) {
    const key = await api.createKey({ operatorId, rateLimits });
    refusedCount += await knock(door, key, WORDS[i % WORDS.length] ?? PLATE);
  }
  await api.app.calls.close();
  const rows = await api.database.sql<{ text: string; fields: string[] }>(
    'select call_refusals::text as text, fields from call_refusals where status <> 429',
  );
  expect(rows.length).toBeGreaterThan(doors.length);
  expect(rows.length).toBeLessThanOrEqual(refusedCount);
  expect(rows.filter(({ fields }) => fields.length > 0).length).toBeGreaterThan(doors.length / 2);
  expect(rows.filter(({ text }) => /zq7marker/i.test(text))).toEqual([]);
  const counted = await api.database.sql<{ text: string }>(
    'select call_counts::text as text from call_counts',
  );
  expect(counted.length).toBeGreaterThan(doors.length);
  expect(counted.filter(({ text }) => /zq7marker/i.test(text))).toEqual([]);
});

test('of a field with many names only those that are declared are kept', async () => {
  const key = await api.createKey({ operatorId, rateLimits });
  const vehicles = [{ [PLATE]: 1, plate: 1 }];
  const body = { vehicles, fleet_id: 'north', 12345: PLATE };
  const refused = await api.request('POST', '/av-fleet/dispatch', { key: key.secret, body });
  expect(refused.status).toBe(400);
  await api.app.calls.close();
  const [row] = await api.database.sql<{ fields: string[] }>(
    'select fields from call_refusals where caller_id = $1',
    [key.keyId],
  );
  expect(row?.fields).toContain('vehicles.*.plate');
  expect(row?.fields.join(' ')).not.toMatch(/zq7|12345/i);
});
