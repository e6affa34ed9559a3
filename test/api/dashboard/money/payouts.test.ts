import { afterAll, beforeAll, expect, test } from 'vitest';
import { addRefunds, addStays, stayOf } from '../../../src/money/payouts/ledger.ts';
import { openStage, type Stage } from '../../stage.ts';
import { openVisitor, type Visitor } from '../visitor.ts';

const PATH = '/dashboard/payouts';

let stage: Stage;
let owner: Visitor;
beforeAll(async () => {
  stage = await openStage();
  owner = await openVisitor(stage.api, { operatorId: stage.key.operatorId });
});
afterAll(() => stage.api.stop());

test('an operator without payouts is led on, and no figure is made up', async () => {
  const { status, text } = await owner.get(PATH);
  expect(status).toBe(200);
  expect(text).toContain('No payout yet');
  expect(text).toContain('not opened');
});

test('payouts and their lots show the amounts of the API in the digits of the currency', async () => {
  const { parking, api } = stage;
  const lotId = await parking.addLot({ name: '<b>North</b>' });
  const inYen = { currency: 'jpy', subtotalMinor: 9_000, feeMinor: 900 };
  const yen = stayOf(parking.caller, { lotId, ...inYen });
  const cad = stayOf(parking.caller, { lotId, subtotalMinor: 123_456, feeMinor: 12_345 });
  await addStays(api.database, [yen, cad]);
  const settledAt = new Date('2026-03-04T00:00:00Z');
  await addRefunds(api.database, [
    { stay: cad, status: 'succeeded', settledAt, amountMinor: 500, feeMinor: 50 },
  ]);
  const { text } = await owner.get(PATH);
  expect(text).toContain('JPY\u00a09,000<');
  expect(text).toContain('CAD\u00a01,234.56<');
  // In March only a refund was paid, so nothing is due for that month.
  expect(text).toContain('CAD\u00a0−4.50<');
  const [path = ''] = /\/dashboard\/payouts\/po_[0-9a-f]{32}/.exec(text) ?? [];
  const whole = await owner.get(path);
  expect(whole.status).toBe(200);
  expect(whole.text).toContain('&lt;b&gt;North&lt;/b&gt;');
  expect(whole.text).toContain(`href="/dashboard/lots/${lotId}"`);
});

test('the account that is paid is opened by a link to the processor', async () => {
  const refused = await owner.post(`${PATH}/account`, { country: 'Canada' });
  expect(refused.status).toBe(400);
  expect(refused.text).toContain('id="country-error"');
  const { status, text } = await owner.post(`${PATH}/account`, { country: 'CA' });
  expect(status).toBe(200);
  expect(text).toMatch(/<a class="button primary" href="https?:/);
  const { body } = await stage.get('/api/v1/payments/account');
  expect(body.account.status).not.toBe('none');
});

test('a manager sees the account, and may not open it', async () => {
  const { operatorId } = stage.key;
  const manager = await openVisitor(stage.api, { operatorId, role: 'manager' });
  const { text } = await manager.get(`${PATH}/account`);
  expect(text).toContain('Takes payments');
  expect(text).not.toContain('Get the link');
  const { text: refused } = await manager.post(`${PATH}/account`, {});
  expect(refused).toContain('role="alert"');
});
