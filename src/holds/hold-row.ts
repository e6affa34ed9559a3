import { type RateColumns, toOfferedRate } from '../pricing/rate-columns.ts';
import type { Hold, HoldStatus, ParsedIntent } from './hold.ts';

/** A hold as the queries that read one return it. */
export type HoldRow = RateColumns & {
  hold_id: string;
  code: string;
  lot_id: string;
  lot_name: string;
  livemode: boolean;
  key_id: string;
  dispatch_id: string | null;
  fencing_token: number;
  plate: string | null;
  vin: string | null;
  fleet_id: string | null;
  is_autonomous: boolean;
  status_now: HoldStatus;
  space_count: number;
  activated_count: number;
  assigned_space: string | null;
  starts_at: Date;
  ends_at: Date;
  expires_at: Date;
  ttl_seconds: number;
  intent: string | null;
  parsed: ParsedIntent;
  currency: string;
  session_id: string | null;
  created_at: Date;
};

export function toHold(row: HoldRow): Hold {
  return {
    holdId: row.hold_id,
    code: row.code,
    lotId: row.lot_id,
    lotName: row.lot_name,
    livemode: row.livemode,
    keyId: row.key_id,
    dispatchId: row.dispatch_id,
    fencingToken: row.fencing_token,
    plate: row.plate,
    vin: row.vin,
    fleetId: row.fleet_id,
    isAutonomous: row.is_autonomous,
    status: row.status_now,
    spaceCount: row.space_count,
    activatedCount: row.activated_count,
    assignedSpace: row.assigned_space,
    startsAt: row.starts_at,
    endsAt: row.ends_at,
    expiresAt: row.expires_at,
    ttlSeconds: row.ttl_seconds,
    intent: row.intent,
    parsed: row.parsed,
    rate: toOfferedRate(row),
    currency: row.currency,
    sessionId: row.session_id,
    createdAt: row.created_at,
  };
}
