import { afterAll, beforeAll, expect, test } from 'vitest';
import { ERASURES, type Erasing, openErasing } from './erasing.ts';

let erasing: Erasing;

beforeAll(async () => {
  erasing = await openErasing();
});
afterAll(() => erasing.api.stop());

const DAY_MS = 24 * 3_600_000;

test('an erasure waits seven days, is then done, and its receipt keeps amounts and times', async () => {
  const session = await erasing.parked('WAIT 01');
  const path = `/api/v1/sessions/${session.id}/receipt`;
  const { receipt: before } = await erasing.sent('GET', path);
  const erasure = await erasing.asked({ plate: 'wait-01' });
  expect(erasure).toMatchObject({ kind: 'plate', status: 'pending', finished_at: null });
  expect(Date.parse(erasure.due_at) - Date.parse(erasure.created_at)).toBe(7 * DAY_MS);
  await erasing.passDays(6);
  expect(await erasing.run()).toEqual({ rows: 0 });
  expect(await erasing.plateOf(session)).toBe('WAIT 01');

  await erasing.passDays(1);
  expect(await erasing.run()).toEqual({ rows: 1 });
  const done = (await erasing.sent('GET', `${ERASURES}/${erasure.id}`)).erasure;
  expect(done).toMatchObject({ status: 'done', finished_at: expect.any(String) });
  const { receipt } = await erasing.sent('GET', path);
  expect(receipt).toEqual({ ...before, plate: null });
  expect(await erasing.parking.tablesWith('WAIT01')).toEqual([]);
  expect(await erasing.run()).toEqual({ rows: 0 });
});

test('the audit log shows that it happened, and not whose plate it was', async () => {
  await erasing.parked('AUDIT 1');
  const { id } = await erasing.asked({ plate: 'AUDIT 1' });
  await erasing.passDays(7);
  await erasing.run();
  const { data } = await erasing.sent('GET', `/api/v1/audit?entity_id=${id}`);
  const actions = data.map(({ action }: { action: string }) => action);
  expect(actions).toEqual(['erasure.done', 'erasure.requested']);
  expect(data[0].diff).toEqual({
    before: { status: 'pending' },
    after: { status: 'done' },
    session_count: 1,
    hold_count: 0,
  });
  expect(JSON.stringify(data)).not.toContain('AUDIT');
});

test('the answer is the same for a plate that is known, one that is not, and that of a rival', async () => {
  const rival = await erasing.api.createKey();
  await erasing.parked('KNOWN 1');
  const answers = await Promise.all([
    erasing.asked({ plate: 'KNOWN 1' }),
    erasing.asked({ plate: 'NOBODY 1' }),
    erasing.asked({ plate: 'KNOWN 1' }, rival),
    erasing.asked({ email: 'nobody@example.org' }),
  ]);
  const shapes = answers.map(
    ({ id: _id, created_at: _at, due_at: _due, kind: _, ...rest }) => rest,
  );
  expect(new Set(shapes.map((shape) => JSON.stringify(shape))).size).toBe(1);
  await erasing.passDays(7);
  await erasing.run();
  for (const [i, as] of [undefined, undefined, rival, undefined].entries())
    expect(await erasing.statusOf(answers[i], as)).toBe('done');
});

test('asked again while it waits, the first one stays as due as it was', async () => {
  const first = await erasing.asked({ plate: 'TWICE 1' });
  await erasing.passDays(1);
  const second = await erasing.asked({ plate: 'twice1' });
  expect(second.id).toBe(first.id);
  expect(Date.parse(second.due_at)).toBe(Date.parse(first.due_at) - DAY_MS);
  const mail = await erasing.asked({ email: 'Twice@example.org' });
  expect((await erasing.asked({ email: 'twice@EXAMPLE.org' })).id).toBe(mail.id);
  const done = { plate: 'REPLAY 1' };
  const headers = { 'Idempotency-Key': 'once' };
  const answers = [1, 2].map(() => erasing.post(ERASURES, done, headers));
  const [one, other] = await Promise.all(answers);
  expect(one?.body).toEqual(other?.body);
});

test('a canceled erasure erases nothing, forgets what it was for, and stays canceled', async () => {
  const session = await erasing.parked('CANCEL 1');
  const { id } = await erasing.asked({ plate: 'CANCEL 1' });
  for (const _ of [1, 2]) {
    const { erasure } = await erasing.sent('DELETE', `${ERASURES}/${id}`);
    expect(erasure.status).toBe('canceled');
  }
  await erasing.passDays(7);
  await erasing.run();
  expect(await erasing.plateOf(session)).toBe('CANCEL 1');
  const [kept] = await erasing.database.sql('select subject from erasures where erasure_id = $1', [
    id,
  ]);
  expect(kept).toEqual({ subject: null });
  const done = await erasing.asked({ plate: 'CANCEL 1' });
  await erasing.passDays(7);
  await erasing.run();
  const late = await erasing.send('DELETE', `${ERASURES}/${done.id}`, {});
  expect([late.status, late.body.error.details.reason]).toEqual([409, 'erasure_done']);
});

test('erasures are listed for their operator and mode, newest first, and unknown to others', async () => {
  const key = await erasing.api.createKey();
  const ids = [];
  for (const plate of ['LIST 1', 'LIST 2', 'LIST 3'])
    ids.unshift((await erasing.asked({ plate }, key)).id);
  const first = await erasing.sent('GET', `${ERASURES}?limit=2`, undefined, key);
  const path = `${ERASURES}?limit=2&cursor=${first.next_cursor}`;
  const second = await erasing.sent('GET', path, undefined, key);
  expect([...first.data, ...second.data].map(({ id }) => id)).toEqual(ids);
  expect(JSON.stringify(first)).not.toContain('LIST');
  const sandbox = await erasing.api.createKey({ operatorId: key.operatorId, mode: 'test' });
  for (const as of [erasing.key, sandbox])
    for (const method of ['GET', 'DELETE']) {
      const answer = await erasing.api.request(method, `${ERASURES}/${ids[0]}`, { key: as.secret });
      expect(answer.status).toBe(404);
    }
});

test.each([
  [{}, 'plate'],
  [{ plate: 'AB 1', email: 'a@example.org' }, 'email'],
  [{ plate: '!!' }, 'plate'],
  [{ email: 'nobody' }, 'email'],
])('%j is refused, naming %s, and nothing is stored', async (body, field) => {
  const key = await erasing.api.createKey();
  const answer = await erasing.api.request('POST', ERASURES, { key: key.secret, body });
  expect(answer.status).toBe(400);
  expect(answer.body.error.details[0].field).toBe(field);
  expect((await erasing.sent('GET', ERASURES, undefined, key)).data).toEqual([]);
});

test('a key needs the scope, and that of a fleet may ask for none', async () => {
  const bound = await erasing.newKey({ fleetId: 'fleet-1' });
  const weak = await erasing.newKey({ scopes: ['sessions:read', 'sessions:write'] });
  for (const { secret } of [bound, weak])
    for (const [method, path] of [
      ['POST', ERASURES],
      ['GET', ERASURES],
      ['GET', '/api/v1/privacy/export?plate=AB1'],
    ] as const) {
      const call = { key: secret, ...(method === 'POST' && { body: { plate: 'AB 1' } }) };
      expect((await erasing.api.request(method, path, call)).status, path).toBe(403);
    }
});
