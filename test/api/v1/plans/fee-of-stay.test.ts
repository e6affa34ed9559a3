import { afterAll, beforeAll, expect, test } from 'vitest';
import { awayFromWholeHour } from '../../../stage/away-from-whole-hour.ts';
import { openParking } from '../../../stage/parking.ts';
import { startTestApi, type TestApi } from '../../client.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api.stop());
await awayFromWholeHour();

test('a stay pays the fee of the plan that holds when it ends', async () => {
  const key = await api.createKey({ plan: 'free' });
  const parking = await openParking(api.database);
  const as = { ...parking.caller, operatorId: key.operatorId, id: key.keyId };
  const lotId = await parking.addLot({ operator_id: key.operatorId });
  const put = (plan: string) =>
    api.request('PUT', '/api/v1/plan', { key: key.secret, body: { plan } });

  async function feeOfStay(): Promise<number | undefined> {
    const stay = await parking.park(lotId, { as });
    await parking.end(stay, { as });
    const [row] = await api.database.sql<{ fee_basis_points: number }>(
      'select fee_basis_points from sessions where session_id = $1',
      [stay.sessionId],
    );
    return row?.fee_basis_points;
  }

  expect(await feeOfStay()).toBe(1_000);
  await put('enterprise');
  expect(await feeOfStay()).toBe(500);
  await put('free');
  expect(await feeOfStay()).toBe(500);
  await api.database.sql(
    "update operators set next_plan_at = date_trunc('month', now(), 'UTC') where operator_id = $1",
    [key.operatorId],
  );
  expect(await feeOfStay()).toBe(1_000);
});
