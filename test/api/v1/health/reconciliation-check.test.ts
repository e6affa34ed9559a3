import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApi, type TestApi } from '../../client.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi();
  await api.database.sql(
    `insert into marts.publication (publication_id, watermark_tx, watermark_id, as_of)
     values ('test', '0', 0, now() + interval '1 hour')`,
  );
});
afterAll(() => api.stop());

async function check() {
  const { body } = await api.request('GET', '/api/v1/health');
  return { service: body.status, ...body.checks.reconciliation };
}

const compared = (ago: string, livemode = true) =>
  api.database.sql(
    `insert into reconciled_days (livemode, day, read_at, compared_at)
     values ($2, '2026-11-20', now(), now() - $1::interval)
     on conflict (livemode, day) do update set compared_at = excluded.compared_at`,
    [ago, livemode],
  );

const found = (day: string, livemode: boolean, subject: string) =>
  api.database.sql(
    `insert into reconciliation_findings (day, livemode, kind, subject, currency, found_at)
     values ($1, $2, 'stay_missing', $3, 'cad', now())`,
    [day, livemode, subject],
  );

test('before anything was compared it is unknown, which is not well and no warning', async () => {
  await compared('1 hour', false);
  expect(await check()).toEqual({
    ...{ service: 'pass', status: 'unknown' },
    ...{ compared_at: null, open: 0, oldest_day: null, look: null },
  });
});

test('what differs in the live mode is a warning with its first day, until it is settled', async () => {
  await compared('1 hour');
  await found('2026-11-19', false, 'pi_test');
  expect(await check()).toMatchObject({ service: 'pass', status: 'pass', open: 0 });
  await found('2026-11-21', true, 'pi_1');
  await found('2026-11-20', true, 'pi_2');
  expect(await check()).toMatchObject({
    ...{ service: 'warn', status: 'warn', open: 2 },
    ...{ oldest_day: '2026-11-20', look: 'hexlot reconcile' },
  });
  await api.database.sql(
    "update reconciliation_findings set settled_at = now(), how = 'agrees' where livemode",
  );
  expect(await check()).toMatchObject({ service: 'pass', status: 'pass', open: 0, look: null });
});

test('without a comparison for two days it is a warning', async () => {
  await compared('47 hours');
  expect(await check()).toMatchObject({ service: 'pass', status: 'pass' });
  await compared('49 hours');
  expect(await check()).toMatchObject({ service: 'warn', status: 'warn' });
});
