import { afterAll, beforeAll, expect, test } from 'vitest';
import { sealed } from '../../../plates.ts';
import { openPost } from '../../../src/outbound/webhooks/stage.ts';
import type { TestKey } from '../../client.ts';
import { type Erasing, openErasing } from './erasing.ts';

let erasing: Erasing;
let rival: TestKey;
let rivalLot: string;

beforeAll(async () => {
  erasing = await openErasing();
  rival = await erasing.api.createKey({ rateLimits: { write: 10_000, read: 10_000 } });
  rivalLot = await erasing.parking.addLot({ operator_id: rival.operatorId, total_spaces: 60 });
});
afterAll(() => erasing.api.stop());

async function erase(subject: object, as = erasing.key) {
  const erasure = await erasing.asked(subject, as);
  await erasing.passDays(7);
  await erasing.run();
  return erasing.statusOf(erasure, as);
}

const search = async (plate: string, as = erasing.key) =>
  (await erasing.sent('GET', `/api/v1/sessions/search?plate=${plate}`, undefined, as)).data.map(
    ({ id }: { id: string }) => id,
  );

test('an operator erases what it has of a plate, and nothing that a rival has of it', async () => {
  const mine = await erasing.parked('SHARED1', { metadata: { who: 'mine' } });
  const theirs = await erasing.parked('SHARED1', { metadata: { who: 'theirs' } }, rival, rivalLot);
  const [before] = await erasing.database.sql<{ vehicle_id: string }>(
    'select vehicle_id from sessions where session_id = $1',
    [mine.id],
  );
  expect(await erase({ plate: 'SHARED1' })).toBe('done');
  const { session } = await erasing.sent('GET', `/api/v1/sessions/${mine.id}`);
  expect(session).toMatchObject({ plate: null });
  expect(Object.keys(session.metadata)).toEqual([]);
  expect(await erasing.plateOf(theirs, rival)).toBe('SHARED1');
  expect(await search('SHARED1')).toEqual([]);
  expect(await search('SHARED1', rival)).toEqual([theirs.id]);

  // What cannot be changed, such as the audit log, led to the plate by the number of the vehicle.
  expect(
    await erasing.database.sql('select from vehicles where vehicle_id = $1', [before?.vehicle_id]),
  ).toEqual([]);
  const { data } = await erasing.sent(
    'GET',
    '/api/v1/events?type=session.created',
    undefined,
    rival,
  );
  expect(data[0].data).toMatchObject({ session_id: theirs.id, vehicle_plate: 'SHARED1' });
  const own = await erasing.sent('GET', '/api/v1/events?type=session.created');
  expect(own.data[0].data).toMatchObject({ session_id: mine.id, vehicle_plate: null });
});

test('of a stay on a lot of another operator, that one erases the plate and keeps the rest', async () => {
  const guest = await erasing.parked(
    'GUEST 1',
    {
      metadata: { ride: '42' },
      driver_email: 'guest@example.org',
      vehicle: { vin: 'WVWZZZ1JZXW000001' },
    },
    rival,
  );
  expect(await erase({ plate: 'GUEST 1' })).toBe('done');
  const kept = (await erasing.sent('GET', `/api/v1/sessions/${guest.id}`, undefined, rival))
    .session;
  expect(kept).toMatchObject({ plate: null, metadata: { ride: '42' } });
  expect(kept.vehicle.vin).toBe('WVWZZZ1JZXW000001');
  expect(await erase({ email: 'guest@example.org' })).toBe('done');
  expect(await erasing.parking.tablesWith('guest@example.org')).toEqual(['public.drivers']);
  expect(await erase({ email: 'Guest@Example.org' }, rival)).toBe('done');
  for (const text of ['guest@example.org', 'WVWZZZ1JZXW000001'])
    expect(await erasing.parking.tablesWith(text)).toEqual([]);
});

test('an erasure by e-mail takes the plate from the stays with the address, and from no others', async () => {
  const withMail = await erasing.parked('MAIL 1', { driver_email: 'pat@example.org' });
  const without = await erasing.parked('MAIL 1');
  expect(await erase({ email: 'pat@example.org' })).toBe('done');
  expect(await erasing.plateOf(withMail)).toBeNull();
  expect(await erasing.plateOf(without)).toBe('MAIL 1');
  expect(await erasing.parking.tablesWith('pat@example.org')).toEqual([]);
});

test('live erases nothing of the sandbox', async () => {
  const operatorId = erasing.key.operatorId;
  const sandbox = await erasing.newKey({ mode: 'test' });
  const lot = await erasing.parking.addLot({ operator_id: operatorId, livemode: false });
  const tried = await erasing.parked('MODE 1', {}, sandbox, lot);
  const real = await erasing.parked('MODE 1');
  await erase({ plate: 'MODE 1' });
  expect(await erasing.plateOf(real)).toBeNull();
  expect(await erasing.plateOf(tried, sandbox)).toBe('MODE 1');
});

test('a plate that comes back is a new vehicle', async () => {
  const old = await erasing.parked('BACK 1');
  await erase({ plate: 'BACK 1' });
  const next = await erasing.parked('BACK 1');
  expect(await erasing.plateOf(old)).toBeNull();
  expect(await search('BACK1')).toEqual([next.id]);
});

test('a body that was made for another operator stays until that one erases the plate', async () => {
  const post = await openPost(erasing.database, rival.operatorId);
  const own = await openPost(erasing.database, erasing.key.operatorId);
  await post.relay();
  for (const receiver of [post, own]) await receiver.addWebhook({ events: ['session.created'] });
  await erasing.parked('BODY 1');
  await erasing.parked('BODY 1', {}, rival, rivalLot);
  await post.relay();
  await post.claim();
  const bodies = () =>
    erasing.database.sql('select from event_bodies where position($1 in body) > 0', [
      sealed('BODY 1'),
    ]);
  expect(await bodies()).toHaveLength(2);
  await erase({ plate: 'BODY 1' });
  expect(await bodies()).toHaveLength(1);
  await erase({ plate: 'BODY 1' }, rival);
  expect(await bodies()).toEqual([]);
});
