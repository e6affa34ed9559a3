import { afterAll, beforeAll, expect, test } from 'vitest';
import { awayFromWholeHour } from '../../../stage/away-from-whole-hour.ts';
import { openStage, type Stage } from '../../stage.ts';

const PATH = '/api/v1/overview';

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage.api.stop());
await awayFromWholeHour();

const get = (key: { secret: string }, query = {}) =>
  stage.api.request('GET', PATH, { key: key.secret, query });
const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();

test('an operator without anything has an overview without figures', async () => {
  const key = await stage.api.createKey();
  const { status, body } = await get(key, { from: hoursAgo(1) });
  expect(status).toBe(200);
  expect(body.overview).toEqual({
    ...{ from: expect.any(String), as_of: expect.any(String), livemode: true, timezone: 'UTC' },
    ...{ stays_begun: 0, income: [], refunds_pending: 0 },
    recent_hours: Array(24).fill({ from: expect.any(String), stays_begun: 0 }),
    lots: {
      ...{ count: 0, stays_running: 0, spaces: null },
      ...{ unknown_count: 0, waiting_count: 0, reported_full_count: 0 },
    },
  });
});

test('it adds up what the stays, payouts and lots of the operator say', async () => {
  const { parking, key } = stage;
  const lotId = await parking.addLot({ total_spaces: 10, rate_minor: 1_000 });
  const unknown = await parking.addLot();
  await stage.api.database.sql('update lots set total_spaces = null where lot_id = $1', [unknown]);
  await parking.park(lotId);
  await parking.park(lotId);
  const ended = await parking.park(lotId);
  await stage.api.database.sql(
    `update sessions set started_at = started_at - interval '1 hour' where session_id = $1`,
    [ended.sessionId],
  );
  await parking.end(ended);
  const { overview } = (await get(key, { from: hoursAgo(1) })).body;
  expect(overview).toMatchObject({
    stays_begun: 3,
    lots: { count: 2, stays_running: 2, spaces: { total: 10, occupied: 2 }, unknown_count: 1 },
  });
  const payouts = await stage.api.request('GET', '/api/v1/payouts', { key: key.secret });
  const [{ session_count, gross, platform_fee, refunds, net, currency }] = payouts.body.data;
  expect(overview.income).toEqual([{ session_count, gross, platform_fee, refunds, net, currency }]);
});

test('stays and money of before are left out, and those of the other mode', async () => {
  const { key } = stage;
  const later = await get(key, { from: new Date(Date.now() + 60_000).toISOString() });
  expect(later.body.overview).toMatchObject({ stays_begun: 0, income: [] });
  const tested = await stage.api.createKey({ operatorId: key.operatorId, mode: 'test' });
  expect((await get(tested)).body.overview).toMatchObject({ livemode: false, stays_begun: 0 });
});

test('a lot that a count has filled is one that takes nobody', async () => {
  const key = await stage.api.createKey();
  const lotId = await stage.parking.addLot({ operator_id: key.operatorId, total_spaces: 5 });
  const full = async () => (await get(key)).body.overview.lots.reported_full_count;
  expect(await full()).toBe(0);
  await stage.api.request('POST', `/api/v1/lots/${lotId}/occupancy`, {
    key: key.secret,
    body: { occupied: 5 },
  });
  expect(await full()).toBe(1);
});

test('it goes back two days at most, and a key of a fleet sees none', async () => {
  const tooEarly = await get(stage.key, { from: hoursAgo(49) });
  expect(tooEarly.status).toBe(400);
  expect(tooEarly.body.error.details).toMatchObject([{ field: 'from' }]);
  const fleet = await stage.api.createKey({ operatorId: stage.key.operatorId, fleetId: 'fleet' });
  expect((await get(fleet)).status).toBe(403);
});

test('stays of the last day are counted by hour, whatever the instant that is asked for', async () => {
  const { parking, api } = stage;
  const { operatorId, secret } = await api.createKey();
  const lotId = await parking.addLot({ operator_id: operatorId });
  const begun = await Promise.all(
    [0, 1, 1, 23, 24].map(async (hours) => {
      const { sessionId } = await parking.park(lotId);
      const [row] = await api.database.sql<{ at: Date }>(
        `update sessions set created_at = date_trunc('hour', now()) - make_interval(hours => $2),
         operator_id = $3
       where session_id = $1 returning created_at as at`,
        [sessionId, hours, operatorId],
      );
      return row?.at.toISOString();
    }),
  );
  const { recent_hours: hours } = (await get({ secret }, { from: hoursAgo(1) })).body.overview;
  const counted = new Map(
    hours.map((one: { from: string; stays_begun: number }) => [one.from, one.stays_begun]),
  );
  expect(counted.size).toBe(24);
  expect(begun.map((at) => counted.get(at))).toEqual([1, 2, 2, 1, undefined]);
  expect([...counted.values()].reduce((sum: number, one) => sum + Number(one), 0)).toBe(4);
});

test('without an instant the day counts that began where most lots are', async () => {
  const { parking, api } = stage;
  const { operatorId, secret } = await api.createKey();
  const lots = [0, 1, 2].map(() => parking.addLot({ operator_id: operatorId }));
  const [, ...most] = await Promise.all(lots);
  await api.database.sql(`update lots set timezone = 'Asia/Kolkata' where lot_id = any($1)`, [
    most,
  ]);
  const { overview } = (await get({ secret })).body;
  expect(overview.timezone).toBe('Asia/Kolkata');
  // Midnight there, all year.
  expect(overview.from).toMatch(/T18:30:00\.000Z$/);
  expect(Date.now() - Date.parse(overview.from)).toBeLessThan(24 * 3_600_000);
});
