import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Session } from '../../../../src/parking/sessions/session.ts';
import { openStage, type Stage } from '../../stage.ts';
import { openVisitor, type Visitor } from '../visitor.ts';

let stage: Stage;
let owner: Visitor;
let viewer: Visitor;
beforeAll(async () => {
  stage = await openStage();
  const { operatorId } = stage.key;
  owner = await openVisitor(stage.api, { operatorId });
  viewer = await openVisitor(stage.api, { operatorId, role: 'viewer' });
});
afterAll(() => stage.api.stop());

const pathOf = ({ sessionId }: Session) => `/dashboard/stays/${sessionId}`;
const found = async ({ sessionId }: Session, more = '') =>
  (
    await stage.api.request('GET', `/api/v1/sessions/${sessionId}${more}`, {
      key: stage.key.secret,
    })
  ).body;

/** A stay of 100.00 that is paid. */
async function paid(): Promise<Session> {
  const { parking } = stage;
  const lotId = await parking.addLot({ rate_minor: 10_000 });
  const stay = await parking.park(lotId);
  await stage.api.database.sql(
    `update sessions set started_at = started_at - interval '1 hour' where session_id = $1`,
    [stay.sessionId],
  );
  return parking.end(stay);
}

/** What the hidden field of the refund form says. */
async function onceOf(stay: Session): Promise<string> {
  return /name="once" value="([^"]+)"/.exec((await owner.get(pathOf(stay))).text)?.[1] ?? '';
}

test('a paid stay shows what its receipt says', async () => {
  const stay = await paid();
  const { receipt } = await found(stay, '/receipt');
  const { status, text } = await owner.get(pathOf(stay));
  expect(status).toBe(200);
  expect(text).toContain(stay.sessionCode);
  expect(text).toContain(receipt.plate);
  expect(text).toContain(`CAD\u00a0${receipt.total.toFixed(2)}`);
  expect(text).toContain('America/Toronto');
});

test('a refund is made once, however often its form is sent', async () => {
  const stay = await paid();
  const form = {
    ...{ act: 'refund', once: await onceOf(stay), amount: '1.25', reason: '<b>late</b>' },
    typed_name: stay.sessionCode,
  };
  for (let sent = 0; sent < 2; sent += 1) {
    const { status, headers } = await owner.post(pathOf(stay), form);
    expect(status).toBe(303);
    expect(headers.location).toBe(pathOf(stay));
  }
  const { data } = await found(stay, '/refunds');
  expect(data).toMatchObject([{ amount: 1.25, reason: '<b>late</b>' }]);
  const { text } = await owner.get(pathOf(stay));
  expect(text).toContain('&lt;b&gt;late&lt;/b&gt;');
  expect(text).toContain('paid back');
});

test('an empty amount refunds all that is left, and then nothing is offered', async () => {
  const stay = await paid();
  const { receipt } = await found(stay, '/receipt');
  await owner.post(pathOf(stay), {
    ...{ act: 'refund', once: await onceOf(stay), amount: '', reason: 'all' },
    typed_name: stay.sessionCode,
  });
  expect((await found(stay, '/refunds')).data).toMatchObject([{ amount: receipt.total }]);
  expect((await owner.get(pathOf(stay))).text).not.toContain('value="refund"');
});

test.each([
  ['amount', { amount: '1.234' }],
  ['amount', { amount: '-1' }],
  ['amount', { amount: 'all' }],
  ['reason', { reason: '' }],
  ['typed_name', { typed_name: 'another' }],
])('what is wrong with %s stands beside it, and nothing is refunded', async (field, wrong) => {
  const stay = await paid();
  const { status, text } = await owner.post(pathOf(stay), {
    ...{ act: 'refund', once: await onceOf(stay), amount: '1', reason: 'gate' },
    ...{ typed_name: stay.sessionCode, ...wrong },
  });
  expect(status).toBe(400);
  const id = field === 'typed_name' ? 'refund-typed' : field;
  expect(text).toContain(`id="${id}-error"`);
  expect((await found(stay, '/refunds')).data).toEqual([]);
});

test('a refusal that is about no field stands above', async () => {
  const stay = await paid();
  const { status, text } = await owner.post(pathOf(stay), {
    ...{ act: 'refund', once: await onceOf(stay), amount: '1000', reason: 'too much' },
    typed_name: stay.sessionCode,
  });
  expect(status).toBe(400);
  expect(text).toMatch(/role="alert"|id="amount-error"/);
  expect(text).toContain('value="too much"');
  expect((await found(stay, '/refunds')).data).toEqual([]);
});

test('a running stay ends once its code is typed', async () => {
  const stay = await stage.parking.park(await stage.parking.addLot());
  const refused = await owner.post(pathOf(stay), { act: 'end', typed_name: 'x' });
  expect(refused.status).toBe(400);
  expect(refused.text).toContain('id="end-typed-error"');
  expect((await found(stay)).session.status).toBe('active');
  const ended = await owner.post(pathOf(stay), { act: 'end', typed_name: stay.sessionCode });
  expect(ended.status).toBe(303);
  expect((await found(stay)).session.status).toBe('completed');
});

test('a viewer is offered neither refund nor end, and is refused both', async () => {
  const [stay, running] = [await paid(), await stage.parking.park(await stage.parking.addLot())];
  for (const one of [stay, running])
    expect((await viewer.get(pathOf(one))).text).not.toContain('name="act"');
  const refund = await viewer.post(pathOf(stay), {
    ...{ act: 'refund', once: 'viewer', amount: '1', reason: 'x', typed_name: stay.sessionCode },
  });
  expect(refund.text).toContain('role="alert"');
  await viewer.post(pathOf(running), { act: 'end', typed_name: running.sessionCode });
  expect((await found(stay, '/refunds')).data).toEqual([]);
  expect((await found(running)).session.status).toBe('active');
});

test('a stay of another operator is not there', async () => {
  const stranger = await openVisitor(stage.api, {
    operatorId: (await stage.api.createKey()).operatorId,
  });
  expect((await stranger.get(pathOf(await paid()))).status).toBe(404);
});
