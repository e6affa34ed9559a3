import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Operation } from '../../api/operation.ts';
import { routes } from '../../api/routes.ts';
import { addLot } from '../fixtures.ts';
import { startTestApi, type TestApi, type TestKey } from './client.ts';

// The examples of the OpenAPI document, as they are sent: only ids, and dates that pass, are
// replaced by those of a world made for them.

type Json = Record<string, unknown>;
type Prepared = { params: Record<string, string>; body: Json | Json[] };

let api: TestApi;
let key: TestKey;
let lotId: string;
let lastKey = 0;

beforeAll(async () => {
  api = await startTestApi();
  key = await api.createKey();
  lotId = await addLot(api.database, {
    operator_id: key.operatorId,
    name: 'Cedar Street Garage',
    latitude: 41.2,
    longitude: -99.6,
    total_spaces: 100,
    currency: 'usd',
  });
  await api.database.sql(`update lots set features = '{covered}', ref = 'cedar-1'`);
});
afterAll(() => api.stop());

const bodied = routes.filter((operation) => operation.body !== undefined);
const examplesOf = (operation: Operation): Json[] =>
  (operation.body as { examples?: Json[] }).examples ?? [];

async function call(method: string, path: string, body: Json | Json[]): Promise<Json> {
  const headers = { 'Idempotency-Key': `example-${++lastKey}` };
  const answer = await api.request(method, path, { key: key.secret, headers, body });
  expect(answer.status, answer.text).toBeLessThan(300);
  return answer.body;
}

async function newSession() {
  const plate = `EX${++lastKey}`;
  const { session } = await call('POST', '/api/v1/sessions', { lot_id: lotId, plate });
  return session as { id: string; session_code: string };
}

/** What stands in an example for something that must exist first. */
const WORLD: Record<string, (example: Json) => Promise<Partial<Prepared>>> = {
  async endSession() {
    const { id, session_code } = await newSession();
    return { body: { session_id: id, session_code } };
  },
  async extendSession() {
    return { body: { session_id: (await newSession()).id } };
  },
  async refundSession() {
    const { id } = await newSession();
    await call('POST', '/api/v1/sessions/end', { session_id: id });
    return { params: { session_id: id } };
  },
  async activateReservation() {
    const asked = { intent: 'now for an hour', lot_id: lotId };
    const { hold } = await call('POST', '/api/v1/reserve', asked);
    return { params: { hold_id: (hold as { id: string }).id } };
  },
  async cancelReservation() {
    const asked = { intent: 'now for an hour', lot_id: lotId };
    const { hold } = await call('POST', '/api/v1/reserve', asked);
    return { params: { hold_id: (hold as { id: string }).id } };
  },
  async releaseDispatch() {
    const vehicles = [{ plate: `EX${++lastKey}` }];
    const asked = { fleet_id: 'fleet-7', vehicles, lot_id: lotId };
    const { dispatch } = await call('POST', '/av-fleet/dispatch', asked);
    return { params: { dispatch_id: (dispatch as { id: string }).id } };
  },
  async commitDispatch(example) {
    const [{ plate }] = example.allocations as [{ plate: string }];
    const asked = { fleet_id: `fleet-${++lastKey}`, vehicles: [{ plate }], lot_id: lotId };
    const { dispatch } = await call('POST', '/av-fleet/dispatch', asked);
    const { id, allocations } = dispatch as {
      id: string;
      allocations: { plate: string; fencing_token: number }[];
    };
    const handoffs = allocations.map(({ plate, fencing_token }) => ({ plate, fencing_token }));
    return { params: { dispatch_id: id }, body: { allocations: handoffs } };
  },
};

/** Dates of examples are in 2027; they keep their distances, and begin tomorrow. */
function inTheFuture(example: Json): Json {
  const ahead = Date.now() + 86_400_000 - Date.parse('2027-01-01T00:00:00Z');
  return JSON.parse(JSON.stringify(example), (_key, value) =>
    typeof value === 'string' && /^2027-\d\d-\d\dT/.test(value)
      ? new Date(Date.parse(value) + ahead).toISOString()
      : value,
  );
}

async function prepare(operation: Operation, example: Json): Promise<Prepared> {
  const made = await WORLD[operation.operationId.replace(/V1$/, '')]?.(example);
  const body = inTheFuture(example);
  if (Array.isArray(body)) return { params: {}, body };
  return {
    params: { lot_id: lotId, ...made?.params },
    body: { ...body, ...('lot_id' in body && { lot_id: lotId }), ...made?.body },
  };
}

/** Nothing that one example leaves behind is in the way of the next. */
async function cleanUp(): Promise<void> {
  await api.database.sql(`update holds set status = 'canceled' where status = 'held'`);
  await api.database.sql(
    `update sessions set status = 'completed', ended_at = started_at, captured_at = started_at,
       subtotal_minor = 0, platform_fee_minor = 0 where status = 'active'`,
  );
  await api.database.sql('update lots set taken_spaces = 0, held_spaces = 0');
}

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
  const { params, body } = await prepare(operation, example);
  const path = operation.path.replaceAll(/\{(\w+)\}/g, (_all, name) => params[name] ?? '');
  await call(operation.method.toUpperCase(), path, body);
  await cleanUp();
});
