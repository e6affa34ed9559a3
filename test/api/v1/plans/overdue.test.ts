import { afterAll, beforeAll, expect, test } from 'vitest';
import { DUE_DAYS, GRACE_DAYS } from '../../../../src/money/invoices/invoice.ts';
import {
  bill,
  issue,
  issuedDaysAgo,
  LAST_FROM,
  newPayer,
  rehearse,
} from '../../../src/money/invoices/billing.ts';
import { addCharge } from '../../../src/money/usage/ledger.ts';
import { awayFromWholeHour } from '../../../stage/away-from-whole-hour.ts';
import { addLot } from '../../../stage/fixtures.ts';
import { startTestApi, type TestApi } from '../../client.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api.stop());
await awayFromWholeHour();

/** An operator that has not paid for the last month, so many days after the invoice. */
async function newDebtor(days: number) {
  const caller = await newPayer(api.database);
  const key = await api.createKey({ operatorId: caller.operatorId });
  await addCharge(api.database, caller, { at: LAST_FROM });
  await rehearse(api.database, caller, 'open');
  await bill(api.database);
  await issuedDaysAgo(api.database, caller, days);
  const call = (method: string, path: string, body?: object) =>
    api.request(method, path, { key: key.secret, ...(body && { body }) });
  return { caller, call, put: (plan: string) => call('PUT', '/api/v1/plan', { plan }) };
}

test('an invoice that is not due yet stops no higher plan', async () => {
  const { put } = await newDebtor(DUE_DAYS - 1);
  expect((await put('pro')).status).toBe(200);
});

test('while an invoice is overdue a higher plan is refused, and a lower one is not', async () => {
  const { put, call, caller } = await newDebtor(0);
  expect((await put('starter')).status).toBe(200);
  await issuedDaysAgo(api.database, caller, DUE_DAYS);
  const { status, body } = await put('pro');
  expect(status).toBe(409);
  const [{ id, status: shown }] = (await call('GET', '/api/v1/invoices')).body.data;
  expect(shown).toBe('overdue');
  expect(body.error.details).toEqual({ reason: 'invoice_overdue', invoice_id: id });
  const lower = await put('free');
  expect(lower.body.plan).toMatchObject({ next: { plan: 'free' }, overdue_invoice_id: id });
  expect((await put('starter')).body.plan.next).toBeNull();

  await rehearse(api.database, caller, 'none');
  await issue(api.database);
  expect((await put('pro')).status).toBe(200);
});

test('stays and everything that is free go on, however long an invoice is overdue', async () => {
  const { caller, call } = await newDebtor(DUE_DAYS + GRACE_DAYS + 30);
  const lotId = await addLot(api.database, { operator_id: caller.operatorId });
  const plate = 'STAYS1';
  const begun = await call('POST', '/api/v1/sessions', { lot_id: lotId, plate });
  expect(begun.status).toBe(201);
  const ended = await call('POST', '/api/v1/sessions/end', { session_id: begun.body.session.id });
  expect(ended.status).toBe(200);
  expect((await call('GET', '/api/v2/usage')).status).not.toBe(409);
  expect((await call('GET', '/api/v1/lots')).status).toBe(200);
});
