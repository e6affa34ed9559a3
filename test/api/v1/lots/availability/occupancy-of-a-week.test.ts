import { afterAll, beforeAll, expect, test } from 'vitest';
import { addLot } from '../../../../stage/fixtures.ts';
import { startTestApi, type TestApi, type TestKey } from '../../../client.ts';

// An operator sees how full a lot of its own was in each hour; what nobody knows is null, not 0.

let api: TestApi;
let key: TestKey;
beforeAll(async () => {
  api = await startTestApi();
  key = await api.createKey();
});
afterAll(() => api.stop());

type Hour = { at: string; occupied_spaces: number | null };

async function occupancyOf(id: string) {
  const answer = await api.request('GET', `/api/v1/lots/${id}/occupancy`, { key: key.secret });
  if (answer.status !== 200) throw new Error(answer.text);
  return answer.body.occupancy;
}

/** The last hours before the present one, the newest last. */
const before = ({ hours }: { hours: Hour[] }, count: number) =>
  hours.slice(-1 - count, -1).map(({ occupied_spaces: occupied }) => occupied);

/** A lot that was there for two weeks. */
async function oldLot(): Promise<string> {
  const id = await addLot(api.database, { operator_id: key.operatorId });
  await api.database.sql(
    `update lots set created_at = now() - interval '14 days' where lot_id = $1`,
    [id],
  );
  return id;
}

async function park(lotId: string, plate: string, startedAt: string): Promise<void> {
  const body = { lot_id: lotId, plate, duration_hours: 24 };
  const { status, text } = await api.request('POST', '/api/v1/sessions', { key: key.secret, body });
  if (status !== 201) throw new Error(text);
  await api.database.sql(
    `update sessions set started_at = ${startedAt}, created_at = ${startedAt}
     where lot_id = $1 and started_at > now() - interval '1 minute'`,
    [lotId],
  );
}

test('each stay counts in the hours in which it was there, as long as it was', async () => {
  const id = await oldLot();
  await park(id, 'AAA111', `date_trunc('hour', now()) - interval '2 hours'`);
  await park(id, 'BBB222', `date_trunc('hour', now()) - interval '90 minutes'`);
  const occupancy = await occupancyOf(id);
  expect(occupancy).toMatchObject({ total_spaces: 10, occupied_spaces: 2, available_spaces: 8 });
  expect(occupancy.hours).toHaveLength(168);
  expect(before(occupancy, 3)).toEqual([0, 1.5, 2]);
  expect(occupancy.hours.at(-1)).toMatchObject({ occupied_spaces: 2 });
});

test('counts count where they are more, and hours without any are not known', async () => {
  const id = await oldLot();
  const hour = `date_trunc('hour', now())`;
  const count = (at: string, occupied: number) =>
    api.database.sql(
      `insert into occupancy_counts (at, lot_id, occupied, livemode, source)
       values (${at}, $1, $2, true, 'import')`,
      [id, occupied],
    );
  await count(`${hour} - interval '2 hours'`, 4);
  await count(`${hour} - interval '90 minutes'`, 7);
  expect(before(await occupancyOf(id), 3)).toEqual([null, 5.5, null]);
  await park(id, 'CCC333', `${hour} - interval '3 hours'`);
  expect(before(await occupancyOf(id), 3)).toEqual([1, 5.5, 1]);
});

test('nothing is known before a lot was made, nor of one without stays and counts', async () => {
  const young = await addLot(api.database, { operator_id: key.operatorId });
  await park(young, 'DDD444', 'now()');
  expect(before(await occupancyOf(young), 5).every((hour) => hour === null)).toBe(true);
  const hour = `date_trunc('hour', now())`;
  await api.database.sql(
    `update sessions set started_at = ${hour} - interval '3 hours',
       ended_at = ${hour} - interval '2 hours', status = 'completed', captured_at = now(),
       subtotal_minor = 0, platform_fee_minor = 0
     where lot_id = $1`,
    [young],
  );
  // Its history was brought along: from its first stay on, hours without one are empty.
  expect(before(await occupancyOf(young), 5)).toEqual([null, null, 1, 0, 0]);
  const { hours } = await occupancyOf(await oldLot());
  expect(hours.every(({ occupied_spaces: hour }: Hour) => hour === null)).toBe(true);
});

test('it is shown of own lots only', async () => {
  const id = await oldLot();
  const other = await api.createKey();
  const path = `/api/v1/lots/${id}/occupancy`;
  expect((await api.request('GET', path, { key: other.secret })).status).toBe(404);
  expect((await api.request('GET', path)).status).toBe(401);
});
