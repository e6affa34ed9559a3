import { afterAll, beforeAll, expect, test } from 'vitest';
import { toAuditShape } from '../../../../api/v1/audit/audit-shape.ts';
import { listAudit } from '../../../../src/access/audit/list-audit.ts';
import { openParking, type Parking } from '../../../stage/parking.ts';

const AT = '2025-11-20T12:00:00.123456+00:00';
const ANY = { entityId: null, actorId: null, action: null, since: null, until: null };
const IN_MS = '2025-11-20T12:00:00.123Z';

let parking: Parking;

beforeAll(async () => {
  parking = await openParking();
});
afterAll(() => parking.database.drop());

/** The diff of a row, as an earlier version wrote it, in an answer of today. */
async function shown(action: string, diff: object, entityId = 'made up') {
  const { database, db, caller } = parking;
  await database.sql(
    `insert into audit_log (actor_type, actor_id, operator_id, livemode, action, entity_id, diff)
     values ('system', 'test', $1, true, $2, $3, $4)`,
    [caller.operatorId, action, entityId, diff],
  );
  const { rows } = await listAudit(db, caller, ANY, { cursor: null, limit: 1 });
  return rows.map((row) => toAuditShape(row).diff)[0];
}

test('of a lot without the columns that came later', async () => {
  const lot = { name: 'Elm', latitude: 43.65, longitude: -79.38, cell: '617700169958293503' };
  const rate = { rate_minor: 350, rate_unit: 'hour', currency: 'cad' };
  const columns = { ...lot, ...rate, features: ['ev'], operator_id: 'op_1', position: '(1,2)' };
  const before = { rate_minor: 300, cell: '617700169958293501', features: [] };
  expect(await shown('lot.updated', { before, after: columns })).toEqual({
    before: { base_rate: 3, features: [] },
    after: { base_rate: 3.5, features: ['ev'] },
  });
  expect(await shown('lot.updated', { before: null, after: columns })).toEqual({
    before: {},
    after: {},
  });
  expect(await shown('lot.created', { before: null, after: columns })).toMatchObject({
    before: null,
    after: { name: 'Elm', lat: 43.65, base_rate: 3.5, ref: null },
  });
});

test('of a stay: what was before, where that is certain, and otherwise what it was after', async () => {
  const { sessionId } = await parking.park(await parking.addLot({ currency: 'jpy' }));
  const extended = { expected_end: AT, extended_count: 2, estimated_minor: 700 };
  const before = { expected_end: '2025-11-20T11:00:00+00:00' };
  expect(await shown('session.extended', { before, after: extended }, sessionId)).toEqual({
    ...{ currency: 'jpy', extended_count: 2, estimated_amount: 700 },
    before: { expected_end: '2025-11-20T11:00:00.000Z' },
    after: { expected_end: IN_MS },
  });
  const money = { subtotal_minor: 1000, platform_fee_minor: 50, currency: 'cad' };
  const closed = { status: 'expiring', lot_id: 'lot', ended_at: AT, ...money };
  expect(await shown('session.ended', { before: { status: 'active' }, after: closed })).toEqual({
    ...{ lot_id: 'lot', currency: 'cad' },
    before: { status: 'active', ended_at: null, subtotal: null, platform_fee: null },
    after: { status: 'expired', ended_at: IN_MS, subtotal: 10, platform_fee: 0.5 },
  });
  const paid = { status: 'completed', amount_minor: 1000, currency: 'cad' };
  expect(await shown('payment.completed', { after: paid })).toEqual({
    ...{ status: 'completed', amount: 10, currency: 'cad' },
  });
});

test('of an instant that no calendar has, as it was written', async () => {
  const [before, after] = ['infinity', '0044-03-15T00:00:00+00:00 BC'].map((at) => ({ at }));
  expect(await shown('occupancy.reported', { before, after })).toEqual({ before, after });
});
