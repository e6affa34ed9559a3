import { afterAll, beforeAll, expect, test } from 'vitest';
import { migrate } from '../../../src/stores/migrations/migrate.ts';
import { addRefunds, addStays, type Stay, stayOf } from '../../src/money/payouts/ledger.ts';
import { openDatabaseBefore, type TestDatabase } from '../../stage/database.ts';
import { addCaller, addLot } from '../../stage/fixtures.ts';

// Refunds of imported stays, which versions before migration 000019 left pending.

let database: TestDatabase;
let imported: Stay;
let captured: Stay;
let refundId: string;

/** Writes a pending refund, and subtracts its amount from what can still be refunded. */
async function leavePending(stay: Stay, amountMinor: number, feeMinor: number): Promise<void> {
  await addRefunds(database, [{ stay, status: 'pending', settledAt: null, amountMinor, feeMinor }]);
  await database.sql(
    `update sessions set refunded_minor = refunded_minor + $2,
       fee_refunded_minor = fee_refunded_minor + $3 where session_id = $1`,
    [stay.sessionId, amountMinor, feeMinor],
  );
}

beforeAll(async () => {
  database = await openDatabaseBefore('000019');
  const caller = await addCaller(database);
  const lotId = await addLot(database, { operator_id: caller.operatorId });
  const sessionId = 'ses_imported';
  await database.sql(
    `with vehicle as (
       insert into vehicles (livemode, plate) values (true, 'NE4821') returning vehicle_id)
     insert into sessions (
       session_id, session_code, lot_id, operator_id, creator_operator_id, livemode, vehicle_id,
       status, source, rate_minor, rate_unit, currency, started_at, expected_end, ended_at,
       estimated_minor, subtotal_minor, platform_fee_minor)
     select $1, 'IMPORTED', $2, $3, $3, true, vehicle_id, 'completed', 'import', 350, 'hour', 'cad',
       at, at + interval '2 hours', at + interval '2 hours', 790, 790, 0
     from vehicle cross join (values (timestamptz '2026-03-01T08:00:00Z')) as one (at)`,
    [sessionId, lotId, caller.operatorId],
  );
  imported = stayOf(caller, { lotId, sessionId, source: 'import' });
  captured = stayOf(caller, { lotId });
  await addStays(database, [captured], 'LEDGER');
  await leavePending(imported, 200, 0);
  await leavePending(imported, 90, 0);
  await leavePending(captured, 300, 30);
  const [refund] = await database.sql<{ refund_id: string }>(
    'select refund_id from refunds where session_id = $1 and amount_minor = 200',
    [sessionId],
  );
  refundId = refund?.refund_id ?? '';
  await database.sql(
    `insert into idempotency (key_id, operation, idempotency_key, body_sha256, status, response)
     values ('key_test', 'refundSession', 'a', '', 201, jsonb_build_object('refundId', $1::text)),
       ('key_test', 'refundSession', 'b', '', 201, '{"refundId": "re_other"}')`,
    [refundId],
  );
  await migrate(database.connectionString);
});
afterAll(() => database.drop());

test('refunds of imported stays have failed, and the refunded amount is 0 again', async () => {
  const rows = await database.sql(
    `select refunded_minor::integer, fee_refunded_minor::integer, subtotal_minor::integer,
       (select array_agg(status || case when settled_at is null then '' else ', settled' end)
        from refunds where session_id = sessions.session_id) as refunds,
       (select array_agg(action || ' by ' || actor_id) from audit_log
        where entity_id = session_id and action like 'refund.%') as actions
     from sessions where session_id = $1`,
    [imported.sessionId],
  );
  expect(rows).toEqual([
    {
      refunded_minor: 0,
      fee_refunded_minor: 0,
      subtotal_minor: 790,
      refunds: ['failed, settled', 'failed, settled'],
      actions: ['refund.failed by migration', 'refund.failed by migration'],
    },
  ]);
});

test('a refund of a stay whose money was captured is still to be paid', async () => {
  const rows = await database.sql(
    `select refunded_minor::integer, refunds.status
     from sessions join refunds using (session_id) where session_id = $1`,
    [captured.sessionId],
  );
  expect(rows).toEqual([{ refunded_minor: 300, status: 'pending' }]);
});

test('stored answers to calls that opened such a refund are deleted, and others stay', async () => {
  const rows = await database.sql('select idempotency_key from idempotency');
  expect(rows).toEqual([{ idempotency_key: 'b' }]);
});
