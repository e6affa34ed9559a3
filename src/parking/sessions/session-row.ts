import type { Plan } from '../../access/plans/platform-fee.ts';
import { type RateColumns, toOfferedRate } from '../../tariffs/rate-columns.ts';
import { type EntryInstructions, entryInstructions } from '../lots/entry-instructions.ts';
import {
  estimateMinor,
  type FoundSession,
  hasLeft,
  type SessionSource,
  type SessionStatus,
} from './session.ts';

/** A session as the queries that read one return it. */
export type SessionRow = RateColumns & {
  now: Date;
  sessionId: string;
  sessionCode: string;
  lotId: string;
  lotName: string;
  lotAddress: string | null;
  openingHours: string | null;
  operatorId: string;
  plan: Plan;
  livemode: boolean;
  plate: string;
  shownPlate: string;
  vin: string | null;
  isAutonomous: boolean;
  fleetId: string | null;
  creatorOperatorId: string;
  keyId: string | null;
  mandateId: string | null;
  holdId: string | null;
  status: SessionStatus;
  source: SessionSource;
  agentPlatform: string | null;
  agentName: string | null;
  currency: string;
  startedAt: Date;
  expectedEnd: Date;
  endedAt: Date | null;
  extendedCount: number;
  extendedMinutes: number;
  estimatedMinor: number;
  subtotalMinor: number | null;
  platformFeeMinor: number | null;
  paymentIntentId: string | null;
  entryInstructions: Partial<EntryInstructions> | null;
  assignedSpace: string | null;
  metadata: Record<string, string>;
  createdAt: Date;
};

export function toSession(row: SessionRow): FoundSession {
  const isStaying = !hasLeft(row.endedAt, row.now);
  return {
    now: row.now,
    plan: row.plan,
    operatorId: row.operatorId,
    lotName: row.lotName,
    lotAddress: row.lotAddress,
    sessionId: row.sessionId,
    sessionCode: row.sessionCode,
    lotId: row.lotId,
    livemode: row.livemode,
    plate: row.plate,
    shownPlate: row.shownPlate,
    vin: row.vin,
    isAutonomous: row.isAutonomous,
    fleetId: row.fleetId,
    creatorOperatorId: row.creatorOperatorId,
    keyId: row.keyId,
    mandateId: row.mandateId,
    holdId: row.holdId,
    status: row.status,
    source: row.source,
    agentPlatform: row.agentPlatform,
    agentName: row.agentName,
    rate: toOfferedRate(row),
    currency: row.currency,
    startedAt: row.startedAt,
    expectedEnd: row.expectedEnd,
    endedAt: row.endedAt,
    extendedCount: row.extendedCount,
    extendedMinutes: row.extendedMinutes,
    estimatedMinor: estimateOf(row),
    subtotalMinor: row.subtotalMinor,
    platformFeeMinor: row.platformFeeMinor,
    paymentIntentId: row.paymentIntentId,
    entryInstructions: entryInstructions(row.entryInstructions, row.assignedSpace, isStaying),
    openingHours: row.openingHours,
    metadata: row.metadata,
    createdAt: row.createdAt,
  };
}

/**
 * Computed from the real start of the stay, which is a moment after the price was computed for the
 * statement that began it.
 */
function estimateOf(row: SessionRow): number {
  if (row.source === 'import') return row.estimatedMinor;
  const { startedAt, expectedEnd } = row;
  return estimateMinor({ rate: toOfferedRate(row), startedAt, expectedEnd });
}
