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
  session_id: string;
  session_code: string;
  lot_id: string;
  lot_name: string;
  lot_address: string | null;
  opening_hours: string | null;
  operator_id: string;
  plan: Plan;
  livemode: boolean;
  plate: string;
  shown_plate: string;
  vin: string | null;
  is_autonomous: boolean;
  fleet_id: string | null;
  creator_operator_id: string;
  key_id: string | null;
  mandate_id: string | null;
  hold_id: string | null;
  status: SessionStatus;
  source: SessionSource;
  agent_platform: string | null;
  agent_name: string | null;
  currency: string;
  started_at: Date;
  expected_end: Date;
  ended_at: Date | null;
  extended_count: number;
  extended_minutes: number;
  estimated_minor: number;
  subtotal_minor: number | null;
  platform_fee_minor: number | null;
  payment_intent_id: string | null;
  entry_instructions: Partial<EntryInstructions> | null;
  assigned_space: string | null;
  metadata: Record<string, string>;
  created_at: Date;
};

export function toSession(row: SessionRow): FoundSession {
  const isStaying = !hasLeft(row.ended_at, row.now);
  return {
    now: row.now,
    plan: row.plan,
    operatorId: row.operator_id,
    lotName: row.lot_name,
    lotAddress: row.lot_address,
    sessionId: row.session_id,
    sessionCode: row.session_code,
    lotId: row.lot_id,
    livemode: row.livemode,
    plate: row.plate,
    shownPlate: row.shown_plate,
    vin: row.vin,
    isAutonomous: row.is_autonomous,
    fleetId: row.fleet_id,
    creatorOperatorId: row.creator_operator_id,
    keyId: row.key_id,
    mandateId: row.mandate_id,
    holdId: row.hold_id,
    status: row.status,
    source: row.source,
    agentPlatform: row.agent_platform,
    agentName: row.agent_name,
    rate: toOfferedRate(row),
    currency: row.currency,
    startedAt: row.started_at,
    expectedEnd: row.expected_end,
    endedAt: row.ended_at,
    extendedCount: row.extended_count,
    extendedMinutes: row.extended_minutes,
    estimatedMinor: estimateOf(row),
    subtotalMinor: row.subtotal_minor,
    platformFeeMinor: row.platform_fee_minor,
    paymentIntentId: row.payment_intent_id,
    entryInstructions: entryInstructions(row.entry_instructions, row.assigned_space, isStaying),
    openingHours: row.opening_hours,
    metadata: row.metadata,
    createdAt: row.created_at,
  };
}

/**
 * Computed from the real start of the stay, which is a moment after the price was computed for the
 * statement that began it.
 */
function estimateOf(row: SessionRow): number {
  if (row.source === 'import') return row.estimated_minor;
  const { started_at: startedAt, expected_end: expectedEnd } = row;
  return estimateMinor({ rate: toOfferedRate(row), startedAt, expectedEnd });
}
