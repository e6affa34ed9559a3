import type { Caller } from '../../access/keys/caller.ts';
import { type RateColumns, toOfferedRate } from '../../tariffs/rate-columns.ts';
import { type Hold, type HoldStatus, NO_INTENT, type ParsedIntent } from './hold.ts';

/** A hold as the queries that read one return it. */
export type HoldRow = RateColumns & {
  hold_id: string;
  code: string;
  lot_id: string;
  lot_name: string;
  opening_hours: string | null;
  livemode: boolean;
  creator_operator_id: string;
  key_id: string;
  mandate_id: string | null;
  dispatch_id: string | null;
  fencing_token: number;
  plate: string | null;
  shown_plate: string | null;
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

/**
 * The hold as a caller sees it. The operator of the lot sees which plate comes and what it needs,
 * but not the VIN, the creator's words, the place they name or the price limit.
 */
export function toHold(row: HoldRow, { operatorId }: Pick<Caller, 'operatorId'>): Hold {
  const isCreator = row.creator_operator_id === operatorId;
  const { features } = row.parsed;
  return {
    holdId: row.hold_id,
    code: row.code,
    lotId: row.lot_id,
    lotName: row.lot_name,
    openingHours: row.opening_hours,
    livemode: row.livemode,
    keyId: row.key_id,
    mandateId: row.mandate_id,
    dispatchId: row.dispatch_id,
    fencingToken: row.fencing_token,
    plate: row.plate,
    shownPlate: row.shown_plate,
    vin: isCreator ? row.vin : null,
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
    intent: isCreator ? row.intent : null,
    parsed: isCreator ? row.parsed : { ...NO_INTENT, features },
    rate: toOfferedRate(row),
    currency: row.currency,
    sessionId: row.session_id,
    createdAt: row.created_at,
  };
}
