import { newId } from '../../../../src/access/ids.ts';
import type { Principal } from '../../../../src/access/principals/principal.ts';
import { sealed } from '../../../plates.ts';
import type { TestDatabase } from '../../../stage/database.ts';

/** A stay at any time, as stored; it began when it was captured, or long ago. */
export type Stay = {
  sessionId: string;
  lotId: string;
  operatorId: string;
  livemode: boolean;
  currency: string;
  status: 'completed' | 'expired' | 'ending' | 'payment_failed';
  source: 'api' | 'import';
  /** null: its money was not captured. */
  capturedAt: Date | null;
  subtotalMinor: number;
  feeMinor: number;
};

export type GivenBack = {
  stay: Stay;
  status: 'pending' | 'succeeded' | 'failed';
  /** null while it is pending. */
  settledAt: Date | null;
  amountMinor: number;
  feeMinor: number;
};

type Parts = Pick<Stay, 'lotId'> & Partial<Stay>;

export function stayOf(caller: Principal, parts: Parts): Stay {
  return {
    sessionId: newId('ses'),
    operatorId: caller.operatorId,
    livemode: caller.livemode,
    currency: 'cad',
    status: 'completed',
    source: 'api',
    capturedAt: new Date('2026-02-03T04:05:06Z'),
    subtotalMinor: 1_000,
    feeMinor: 100,
    ...parts,
  };
}

type Sql = Pick<TestDatabase, 'sql'>;

/** Writes stays of one vehicle. */
export async function addStays(
  database: Sql,
  stays: readonly Stay[],
  storedPlate = sealed('LEDGER'),
): Promise<void> {
  const rows = stays.map((stay, at) => ({
    session_id: stay.sessionId,
    lot_id: stay.lotId,
    operator_id: stay.operatorId,
    livemode: stay.livemode,
    currency: stay.currency,
    status: stay.status,
    source: stay.source,
    captured_at: stay.capturedAt,
    ended_at: stay.capturedAt ?? new Date(Date.UTC(2020, 0, 1) + at),
    subtotal_minor: stay.subtotalMinor,
    platform_fee_minor: stay.feeMinor,
  }));
  await database.sql(
    `with vehicle as (
       insert into vehicles (livemode, plate) values (true, $2)
       on conflict (livemode, plate) do update set plate = excluded.plate
       returning vehicle_id
     )
     insert into sessions (session_id, session_code, lot_id, operator_id, creator_operator_id,
       livemode, vehicle_id, status, source, rate_minor, rate_unit, currency, started_at,
       expected_end, ended_at, captured_at, estimated_minor, subtotal_minor, platform_fee_minor)
     select session_id, 'AAAA-AAAA', lot_id, operator_id, operator_id, livemode,
       vehicle.vehicle_id, status, source, 350, 'hour', currency, ended_at, ended_at, ended_at,
       captured_at, 0, subtotal_minor, platform_fee_minor
     from vehicle, jsonb_populate_recordset(null::sessions, $1) as stay`,
    [JSON.stringify(rows), storedPlate],
  );
}

export async function addRefunds(database: Sql, refunds: readonly GivenBack[]): Promise<void> {
  const rows = refunds.map((refund) => ({
    refund_id: newId('re'),
    session_id: refund.stay.sessionId,
    operator_id: refund.stay.operatorId,
    livemode: refund.stay.livemode,
    status: refund.status,
    amount_minor: refund.amountMinor,
    fee_minor: refund.feeMinor,
    currency: refund.stay.currency,
    settled_at: refund.settledAt,
  }));
  await database.sql(
    `insert into refunds (refund_id, session_id, operator_id, livemode, key_id, status,
       amount_minor, fee_minor, currency, reason, settled_at)
     select refund_id, session_id, operator_id, livemode, 'key_test', status, amount_minor,
       fee_minor, currency, 'test', settled_at
     from jsonb_populate_recordset(null::refunds, $1)`,
    [JSON.stringify(rows)],
  );
}
