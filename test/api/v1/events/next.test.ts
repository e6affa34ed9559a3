import { afterAll, beforeAll, expect, test } from 'vitest';
import { writeEventCursor } from '../../../../src/outbound/webhooks/listen/event-position.ts';
import { signBody } from '../../../../src/outbound/webhooks/signature.ts';
import { sealed } from '../../../plates.ts';
import { addLot } from '../../../stage/fixtures.ts';
import { fieldsOf } from '../../stage.ts';
import { type Feed, fullness, openFeed } from './feed.ts';

let feed: Feed;
beforeAll(async () => {
  feed = await openFeed();
});
afterAll(() => feed.close());

const plain = (cursor: string) => Buffer.from(cursor, 'base64url').toString();
const cursorOf = (text: string) => Buffer.from(text).toString('base64url');

test('a listener begins now, and gets each later event once', async () => {
  const key = await feed.newKey();
  await feed.add(key);
  const start = await feed.now(key);
  expect((await feed.read(key, start)).ids).toEqual([]);
  const [first, second] = [await feed.add(key), await feed.add(key)];
  const next = await feed.read(key, start);
  expect(next).toMatchObject({ ids: [first, second], hasMore: false });
  const third = await feed.add(key);
  const last = await feed.read(key, next.cursor);
  expect(last.ids).toEqual([third]);
  expect((await feed.read(key, last.cursor)).ids).toEqual([]);
  // An answer that was lost is asked for again.
  expect((await feed.readAll(key, start)).ids).toEqual([first, second, third]);
});

test('an event of a transaction that was open for long comes once, and holds no other back', async () => {
  const key = await feed.newKey();
  const early = await feed.begin();
  const held = await early.add(key);
  const start = await feed.now(key);
  const late = await feed.begin();
  const lateId = await late.add(key);
  const quick = await feed.add(key);
  const first = await feed.read(key, start);
  expect(first.ids).toEqual([quick]);
  await late.commit();
  const second = await feed.read(key, first.cursor);
  expect(second.ids).toEqual([lateId]);
  await early.commit();
  const third = await feed.read(key, second.cursor);
  expect(third.ids).toEqual([held]);
  expect((await feed.read(key, third.cursor)).ids).toEqual([]);
  expect((await feed.read(key, first.cursor)).ids).toEqual([held, lateId]);
});

test('many writers that commit out of order lose and repeat nothing, whoever reads meanwhile', async () => {
  const key = await feed.newKey();
  const start = await feed.now(key);
  const written: string[] = [];
  let isWriting = true;
  const write = async (number: number) => {
    for (let round = 0; round < 8; round++) {
      const transaction = await feed.begin();
      for (let i = 0; i <= (number + round) % 5; i++) written.push(await transaction.add(key));
      if ((number + round) % 3 === 0) written.push(await feed.add(key));
      await transaction.commit();
    }
  };
  const read = async () => {
    const ids: string[] = [];
    let cursor = start;
    for (let isLast = false; ; isLast = !isWriting) {
      const next = await feed.readAll(key, cursor);
      ids.push(...next.ids);
      cursor = next.cursor;
      if (isLast) return ids;
    }
  };
  const readers = [read(), read()];
  await Promise.all(Array.from({ length: 8 }, (_, number) => write(number)));
  isWriting = false;
  for (const ids of await Promise.all(readers)) {
    expect(ids).toHaveLength(written.length);
    expect(ids.toSorted()).toEqual(written.toSorted());
  }
});

test('more than 100 events come in parts, and what commits between two parts is not lost', async () => {
  const key = await feed.newKey();
  const early = await feed.begin();
  const held = await early.add(key);
  const start = await feed.now(key);
  const ids: string[] = [];
  for (let i = 0; i < 230; i++) ids.push(await feed.add(key));
  const first = await feed.read(key, start);
  expect(first).toMatchObject({ ids: ids.slice(0, 100), hasMore: true });
  await early.commit();
  const newest = await feed.add(key);
  const second = await feed.read(key, first.cursor);
  expect(second).toMatchObject({ ids: ids.slice(100, 200), hasMore: true });
  const third = await feed.read(key, second.cursor);
  expect(third).toMatchObject({ ids: [...ids.slice(200), held, newest], hasMore: false });
  expect((await feed.read(key, third.cursor)).ids).toEqual([]);
});

test('a part may end among the events that were committed after it was begun', async () => {
  const key = await feed.newKey();
  const start = await feed.now(key);
  const ids: string[] = [];
  const addMany = async (count: number) => {
    for (let i = 0; i < count; i++) ids.push(await feed.add(key));
  };
  await addMany(120);
  const first = await feed.read(key, start);
  const early = await feed.begin();
  const held = await early.add(key);
  await addMany(150);
  const second = await feed.read(key, first.cursor);
  expect(second).toMatchObject({ ids: ids.slice(100, 200), hasMore: true });
  await early.commit();
  const rest = await feed.readAll(key, second.cursor);
  expect(rest.ids).toEqual([...ids.slice(200), held]);
});

test('an answer has no more than one megabyte of bodies, except for one large one', async () => {
  const key = await feed.newKey();
  const start = await feed.now(key);
  const large = () => fullness('lot.updated', {});
  const ids: string[] = [];
  for (let i = 0; i < 4; i++) {
    const event = large();
    const data = { lot_id: event.data.lot_id, changed: ['name'], before: {} };
    const after = { name: 'x'.repeat(600_000) };
    await feed.add(key, { event: { ...event, data: { ...data, after } as never } });
    ids.push(event.id);
  }
  const first = await feed.read(key, start);
  expect(first).toMatchObject({ ids: ids.slice(0, 2), hasMore: true });
  expect((await feed.readAll(key, first.cursor)).ids).toEqual(ids.slice(2));
});

test('the body is the exact text that a webhook gets, with the plate, until the vehicle is erased', async () => {
  const key = await feed.newKey();
  const lotId = await addLot(feed.api.database, {
    operator_id: key.operatorId,
    name: 'Straße 东',
  });
  const start = await feed.now(key);
  const plate = feed.newPlate();
  const stay = { lot_id: lotId, plate };
  await feed.api.request('POST', '/api/v1/sessions', { key: key.secret, body: stay });
  const { body } = await feed.call(key, { after: start });
  const [item] = body.data;
  const parsed = JSON.parse(item.body);
  expect(parsed).toMatchObject({
    id: item.id,
    type: 'session.created',
    created_at: item.created_at,
    data: { lot_name: 'Straße 东', vehicle_plate: plate },
  });
  expect(parsed.data).not.toHaveProperty('vehicle_id');

  const [webhook] = await feed.api.database.sql<{ body: string }>(
    `select event_body(event_id, type, created_at, shown_event_data(data, $2)) as body
     from events where event_id = $1`,
    [item.id, plate],
  );
  expect(signBody(item.body, 's')).toBe(signBody(webhook?.body ?? '', 's'));

  const renamed = [sealed('GONE01'), sealed(plate)];
  await feed.api.database.sql('update vehicles set plate = $1 where plate = $2', renamed);
  const [again] = (await feed.call(key, { after: start })).body.data;
  expect(JSON.parse(again.body).data.vehicle_plate).toBe('GONE01');
});

test('only the events of the own operator and world are seen, with any cursor', async () => {
  const key = await feed.newKey();
  const sandbox = await feed.newKey({ operatorId: key.operatorId, mode: 'test' });
  const stranger = await feed.newKey();
  const start = await feed.now(stranger);
  const own = await feed.add(key);
  const inTest = await feed.add(key, { livemode: false });
  const beginning = cursorOf(plain(start).replace(/\d+:\d+:[\d,]*$/, '1:1:'));
  for (const after of [start, beginning]) {
    expect((await feed.read(key, after)).ids).toEqual([own]);
    expect((await feed.read(sandbox, after)).ids).toEqual([inTest]);
    expect((await feed.read(stranger, after)).ids).toEqual([]);
  }
});

test('types keep those that are named', async () => {
  const key = await feed.newKey();
  const start = await feed.now(key);
  const failed = fullness('payment.failed');
  const data = {
    session_id: 'ses_1',
    payment_intent_id: 'pi_1',
    amount: 1,
    currency: 'usd',
    failure_code: 'x',
    failure_message: 'x',
    retryable: false,
  };
  const full = await feed.add(key);
  await feed.add(key, { event: { ...failed, data: data as never } });
  const idsOf = async (types: string) => (await feed.readAll(key, start, { types })).ids;
  expect(await idsOf('payment.failed')).toEqual([failed.id]);
  expect(await idsOf('session.created,occupancy.changed')).toEqual([full]);
  expect(await idsOf('occupancy.changed, payment.failed')).toEqual([full, failed.id]);
  expect(await idsOf('session.ended')).toEqual([]);
});

test('a key needs webhooks:read and belongs to no fleet', async () => {
  const { operatorId } = await feed.newKey();
  const reader = await feed.newKey({ operatorId, scopes: ['webhooks:read'] });
  const other = await feed.newKey({ operatorId, scopes: ['sessions:read', 'webhooks:write'] });
  const fleet = await feed.newKey({ operatorId, fleetId: 'north' });
  const statuses = [];
  for (const as of [reader, other, fleet]) statuses.push((await feed.call(as)).status);
  expect(statuses).toEqual([200, 403, 403]);
});

test('a cursor that is not one is a 400 that names it', async () => {
  const key = await feed.newKey();
  const start = plain(await feed.now(key));
  const [system, madeAt, snapshot] = start.split(' ');
  const [xmin, xmax] = (snapshot ?? '').split(':');
  const wrong = [
    'x',
    `${cursorOf(start)}=`,
    ...[
      `${start} `,
      `${start} ${snapshot}`,
      `${start} ${snapshot} 5 ses_1`,
      `${start} ${snapshot} 99999999999999999999 evt_1`,
      `${system} ${madeAt} 5:4:`,
      `${system} ${madeAt} 0:4:`,
      `${system} ${madeAt} 4:9:7,5`,
      `${system} ${madeAt} 4:9:9`,
      `${system} ${madeAt} 4:9:3`,
      `${system} ${madeAt} ${xmin}:${xmax}`,
      `${system} ${madeAt} 1:99999999999999999999:`,
      `${system} x ${snapshot}`,
      `${'0'.repeat(20)}${start}`,
    ].map(cursorOf),
  ];
  for (const after of wrong) {
    const answer = await feed.call(key, { after });
    expect([answer.status, fieldsOf(answer)], after).toEqual([400, ['after']]);
  }
});

test('a cursor that is too old, or of another database, says so', async () => {
  const key = await feed.newKey();
  const [system = '', madeAt = '', seen = ''] = plain(await feed.now(key)).split(' ');
  const position = { system, madeAt: Number(madeAt), seen, part: null };
  const days = (count: number) => ({ madeAt: Number(madeAt) - count * 86_400 });
  const call = (more: object) =>
    feed.call(key, { after: writeEventCursor({ ...position, ...more }) });
  expect((await call(days(29))).status).toBe(200);
  const old = await call(days(31));
  expect([old.status, fieldsOf(old)]).toEqual([400, ['after']]);
  expect(old.body.error.message).toContain('older than 30 days');
  const restored = seen.replace(/:\d+:/, ':999999999999:');
  for (const more of [{ system: '7' }, { seen: restored }]) {
    const other = await call(more);
    expect([other.status, other.body.error.details?.reason]).toEqual([409, 'other_database']);
  }
});

test.each<[string, Record<string, string | number>]>([
  ['wait_seconds', { wait_seconds: 26 }],
  ['wait_seconds', { wait_seconds: -1 }],
  ['types', { types: 'session.begun' }],
  ['types', { types: 'session.ended,' }],
  ['limit', { limit: 5 }],
])('400 names %s in %j', async (field, query) => {
  const key = await feed.newKey();
  const answer = await feed.call(key, { after: await feed.now(key), ...query });
  expect([answer.status, fieldsOf(answer)]).toEqual([400, [field]]);
});
