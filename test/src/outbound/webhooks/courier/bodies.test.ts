import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { sweep } from '../../../../../pipelines/sweep.ts';
import { sealed } from '../../../../plates.ts';
import { openParking, type Parking } from '../../../../stage/parking.ts';
import { openPost, type Post, resultOf } from '../stage.ts';

let parking: Parking;
let post: Post;
let lotId: string;

beforeAll(async () => {
  parking = await openParking();
  post = await openPost(parking.database, parking.caller.operatorId);
  lotId = await parking.addLot();
});
afterAll(() => post.database.drop());
beforeEach(async () => {
  await post.relay();
  await post.database.sql('truncate deliveries, event_bodies, webhook_secrets, webhooks');
  await post.addWebhook({ events: ['session.created', 'session.ended'] });
});

const dataOf = (body = '{}') => JSON.parse(body).data;

/** Makes the vehicle's plate another one, as an erasure does. */
const erase = (plate: string) =>
  post.database.sql('update vehicles set plate = $1 where plate = $2', [
    sealed('ERASED'),
    sealed(plate),
  ]);

test('the plate is only in the bodies, and in all those of its vehicle', async () => {
  const session = await parking.park(lotId, { plate: 'BODY01' });
  await parking.end(session);
  await post.relay();
  const claimed = await post.claim();
  expect(claimed.map(({ body }) => dataOf(body).vehicle_plate)).toEqual(['BODY01', 'BODY01']);
  expect(await parking.tablesWith('BODY01')).toEqual(['public.event_bodies', 'public.vehicles']);
});

test('an erased plate is gone from bodies and answers, and what waits is sent without it', async () => {
  await parking.park(lotId, { plate: 'BODY02' });
  await post.relay();
  const [claimed] = await post.claim();
  if (claimed === undefined) throw new Error('nothing is due');
  const { attempt } = resultOf(claimed);
  if (attempt === null) throw new Error('no attempt');
  const answer = `unknown vehicle BODY02`;
  const failed = { status: 500, failure: 'answered 500', answer };
  await post.mark([
    resultOf(claimed, { outcome: 'failed', retry_ms: 0, attempt: { ...attempt, ...failed } }),
  ]);
  expect(await parking.tablesWith('BODY02')).toContain('public.deliveries');
  await erase('BODY02');
  expect(await parking.tablesWith('BODY02')).toEqual([]);
  const [again] = await post.claim();
  expect(dataOf(again?.body).vehicle_plate).toBe('ERASED');
  expect(again?.eventId).toBe(claimed.eventId);
  expect((await post.deliveries())[0]?.attempts).toMatchObject([{ status: 500 }]);
});

test('bodies and deliveries are deleted after 30 days, and not before', async () => {
  const old = await parking.park(lotId, { plate: 'BODY03' });
  await parking.park(lotId, { plate: 'BODY04' });
  await post.relay();
  await post.claim();
  const { sql, pipelines } = post.database;
  expect(await sweep(pipelines, 'deliveries_sweep')).toEqual({ rows: 0 });
  // Ids begin with the time at which they were made: here 31 days ago.
  const [aged] = await sql<{ id: string }>(
    `select replace(uuidv7(interval '-31 days')::text, '-', '') as id`,
  );
  await sql(
    `update event_bodies set event_id = 'evt_' || $1
     where event_id = (select event_id from events where entity_id = $2)`,
    [aged?.id, old.sessionId],
  );
  await sql(
    `update deliveries set delivery_id = 'del_' || $1
     where event_id = (select event_id from events where entity_id = $2)`,
    [aged?.id, old.sessionId],
  );
  expect(await sweep(pipelines, 'deliveries_sweep')).toEqual({ rows: 2 });
  expect(await parking.tablesWith('BODY03')).toEqual(['public.vehicles']);
  expect(await parking.tablesWith('BODY04')).toEqual(['public.event_bodies', 'public.vehicles']);
});

test('what waited when its webhook was paused is written down as canceled', async () => {
  await parking.park(lotId);
  await post.relay();
  expect(await sweep(post.database.pipelines, 'deliveries_cancel')).toEqual({ rows: 0 });
  await post.database.sql(
    `update webhooks
     set status = 'paused', paused_at = now(), pause_reason = 'operator', round = round + 1`,
  );
  expect(await sweep(post.database.pipelines, 'deliveries_cancel')).toEqual({ rows: 1 });
  expect(await post.deliveries()).toMatchObject([{ status: 'canceled' }]);
});

test('numbers of any size and letters of any script come through as they were written', async () => {
  const data = '{"lot_id": "Ünïcødé ⚡ 駐車場 \\u2028 \\"", "big": 12345678901234567890.123456789}';
  await post.database.sql('update webhooks set events = $1', [['lot.updated']]);
  await post.database.sql(
    `insert into events (type, livemode, operator_id, entity_id, data)
     values ('lot.updated', true, $1, 'lot', $2)`,
    [post.operatorId, data],
  );
  await post.relay();
  const [claimed] = await post.claim();
  expect(claimed?.body).toContain('12345678901234567890.123456789');
  expect(dataOf(claimed?.body).lot_id).toBe('Ünïcødé ⚡ 駐車場 \u2028 "');
});
