import type { Caller } from '../../access/keys/caller.ts';
import { type RateColumns, toOfferedRate } from '../../tariffs/rate-columns.ts';
import { type Hold, type HoldStatus, NO_INTENT, type ParsedIntent } from './hold.ts';

/** A hold as the queries that read one return it. */
export type HoldRow = RateColumns & {
  holdId: string;
  code: string;
  lotId: string;
  lotName: string;
  openingHours: string | null;
  livemode: boolean;
  creatorOperatorId: string;
  keyId: string;
  mandateId: string | null;
  dispatchId: string | null;
  fencingToken: number;
  plate: string | null;
  shownPlate: string | null;
  vin: string | null;
  fleetId: string | null;
  isAutonomous: boolean;
  statusNow: HoldStatus;
  spaceCount: number;
  activatedCount: number;
  assignedSpace: string | null;
  startsAt: Date;
  endsAt: Date;
  expiresAt: Date;
  ttlSeconds: number;
  intent: string | null;
  parsed: ParsedIntent;
  currency: string;
  sessionId: string | null;
  createdAt: Date;
};

/**
 * The hold as a caller sees it. The operator of the lot sees which plate comes and what it needs,
 * but not the VIN, the creator's words, the place they name or the price limit.
 */
export function toHold(row: HoldRow, { operatorId }: Pick<Caller, 'operatorId'>): Hold {
  const isCreator = row.creatorOperatorId === operatorId;
  const { features } = row.parsed;
  return {
    holdId: row.holdId,
    code: row.code,
    lotId: row.lotId,
    lotName: row.lotName,
    openingHours: row.openingHours,
    livemode: row.livemode,
    keyId: row.keyId,
    mandateId: row.mandateId,
    dispatchId: row.dispatchId,
    fencingToken: row.fencingToken,
    plate: row.plate,
    shownPlate: row.shownPlate,
    vin: isCreator ? row.vin : null,
    fleetId: row.fleetId,
    isAutonomous: row.isAutonomous,
    status: row.statusNow,
    spaceCount: row.spaceCount,
    activatedCount: row.activatedCount,
    assignedSpace: row.assignedSpace,
    startsAt: row.startsAt,
    endsAt: row.endsAt,
    expiresAt: row.expiresAt,
    ttlSeconds: row.ttlSeconds,
    intent: isCreator ? row.intent : null,
    parsed: isCreator ? row.parsed : { ...NO_INTENT, features },
    rate: toOfferedRate(row),
    currency: row.currency,
    sessionId: row.sessionId,
    createdAt: row.createdAt,
  };
}
