import { afterAll, beforeAll, expect, test } from 'vitest';
import { sweepHolds } from '../../../src/parking/holds/release-holds.ts';
import { startTestApi, type TestApi, type TestKey } from '../../api/client.ts';
import { addLot } from '../../stage/fixtures.ts';
import { isFull } from '../../stage/size.ts';

// Fault 8: many concurrent callers for the last spaces of one lot, over HTTP.

const CALLERS = isFull ? 500 : 100;
const UNLIMITED = 1_000_000;

let api: TestApi;
let key: TestKey;
let lastPlate = 0;

beforeAll(async () => {
  api = await startTestApi();
  key = await api.createKey({ rateLimits: { write: UNLIMITED } });
});
afterAll(() => api.stop());

const newLot = (total_spaces: number) =>
  addLot(api.database, { operator_id: key.operatorId, total_spaces });

async function park(lotId: string) {
  const body = { lot_id: lotId, plate: `H${String(++lastPlate).padStart(6, '0')}` };
  return api.request('POST', '/api/v1/sessions', { key: key.secret, body });
}

async function reserve(lotId: string, as = key) {
  const headers = { 'Idempotency-Key': `herd-${++lastPlate}` };
  const body = { intent: 'one hour, right now', lot_id: lotId };
  return api.request('POST', '/api/v1/reserve', { key: as.secret, headers, body });
}

/** How many answers had each status; an error must name its reason. */
async function statusesOf(calls: Promise<Awaited<ReturnType<typeof park>>>[]) {
  const counts: Record<number, number> = {};
  for (const { status, body } of await Promise.all(calls)) {
    counts[status] = (counts[status] ?? 0) + 1;
    if (status !== 201)
      expect(body.error.details.reason).toMatch(/^(lot_full|nothing_free|hold_limit_lot)$/);
  }
  return counts;
}

test.each([1, 10])(
  'of many callers at once exactly as many park as there are spaces: %i',
  async (spaces) => {
    const lotId = await newLot(spaces);
    const counts = await statusesOf(Array.from({ length: CALLERS }, () => park(lotId)));
    expect(counts).toEqual({ 201: spaces, 409: CALLERS - spaces });
  },
);

test.each([1, 10])('of many callers at once exactly as many get a hold: %i', async (spaces) => {
  const lotId = await newLot(spaces);
  const counts = await statusesOf(Array.from({ length: CALLERS }, () => reserve(lotId)));
  expect(counts).toEqual({ 201: spaces, 404: CALLERS - spaces });
});

test.each([1, 3])(
  'many calls at once with %i keys of a competitor get a tenth of the lot',
  async (keyCount) => {
    const { operatorId } = await api.createKey();
    const newKey = () => api.createKey({ operatorId, rateLimits: { write: UNLIMITED } });
    const keys = await Promise.all(Array.from({ length: keyCount }, newKey));
    const lotId = await newLot(50);
    const counts = await statusesOf(
      Array.from({ length: CALLERS }, (_, i) => reserve(lotId, keys[i % keyCount])),
    );
    expect(counts).toEqual({ 201: 5, 409: CALLERS - 5 });
  },
);

test('when all holds of a lot expire at once, callers get exactly the freed spaces', async () => {
  const spaces = 10;
  const lotId = await newLot(spaces);
  await statusesOf(Array.from({ length: spaces }, () => reserve(lotId)));
  await api.database.sql(
    `update holds set expires_at = clock_timestamp() where lot_id = $1 and status = 'held'`,
    [lotId],
  );
  const sweeps = Array.from({ length: 5 }, () => sweepHolds(api.database.pipelines));
  const counts = await statusesOf(Array.from({ length: CALLERS }, () => park(lotId)));
  await Promise.all(sweeps);
  expect(counts).toEqual({ 201: spaces, 409: CALLERS - spaces });
  const [lot] = await api.database.sql(
    'select taken_spaces, held_spaces from lots where lot_id = $1',
    [lotId],
  );
  expect(lot).toEqual({ taken_spaces: spaces, held_spaces: 0 });
});
