import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestKey } from '../../client.ts';
import { type Erasing, openErasing } from './erasing.ts';

let erasing: Erasing;
let rival: TestKey;

beforeAll(async () => {
  erasing = await openErasing();
  rival = await erasing.api.createKey({ rateLimits: { write: 10_000, read: 10_000 } });
});
afterAll(() => erasing.api.stop());

const exported = async (plate: string, as = erasing.key) =>
  (await erasing.sent('GET', `/api/v1/privacy/export?plate=${plate}`, undefined, as)).export;

test('an export has stays, holds, refunds, addresses and look-ups of the plate, and is one itself', async () => {
  const { sent, lotId } = erasing;
  const more = {
    driver_email: 'pat@example.org',
    metadata: { ride: '42' },
    vehicle: { vin: 'WVWZZZ1JZXW000001' },
  };
  const first = await erasing.parked('EX 1', more);
  const second = await erasing.parked('ex-1');
  const refund = { amount: 0.01, reason: 'gate' };
  const { refund: made } = await sent('POST', `/api/v1/sessions/${first.id}/refunds`, refund);
  const asked = { lot_id: lotId, intent: 'for one hour', plate: 'EX 1' };
  const { hold } = await sent('POST', '/api/v1/reserve', asked);
  await erasing.parked('OTHER 1');
  await sent('GET', '/api/v1/sessions/search?plate=EX1');

  const found = await exported('e-x1');
  expect(found).toMatchObject({ plate: 'EX1', emails: ['pat@example.org'], has_more: false });
  expect(found.sessions.map(({ id }: { id: string }) => id)).toEqual([second.id, first.id]);
  expect(found.sessions[1]).toMatchObject({ metadata: { ride: '42' }, vehicle: more.vehicle });
  expect(found.holds).toMatchObject([{ id: hold.id, intent: 'for one hour' }]);
  expect(found.refunds).toEqual([made]);
  expect(found.look_ups.map(({ by }: { by: string }) => by)).toEqual([
    erasing.key.keyId,
    erasing.key.keyId,
  ]);
  const audit = await sent('GET', '/api/v1/audit?action=session.searched');
  expect(audit.data).toHaveLength(2);
});

test('what other operators have of a plate is in no export', async () => {
  const lot = await erasing.parking.addLot({ operator_id: rival.operatorId });
  await erasing.parked('EX 2', { driver_email: 'theirs@example.org' }, rival, lot);
  const guest = await erasing.parked('EX 2', { driver_email: 'guest@example.org' }, rival);
  await exported('EX2', rival);
  const mine = await exported('EX2');
  expect(mine.sessions.map(({ id }: { id: string }) => id)).toEqual([guest.id]);
  expect(mine.emails).toEqual([]);
  expect(mine.look_ups).toHaveLength(1);
  expect((await exported('EX2', rival)).emails).toEqual([
    'guest@example.org',
    'theirs@example.org',
  ]);
  const unknown = await exported('NOBODY');
  expect(unknown).toMatchObject({ sessions: [], holds: [], refunds: [], emails: [], look_ups: [] });
});
