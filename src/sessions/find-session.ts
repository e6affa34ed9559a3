import { notFound } from '../errors.ts';
import type { Caller } from '../keys/caller.ts';
import type { Plan } from '../pricing/platform-fee.ts';
import type { Querier } from '../stores/postgres.ts';
import {
  DEFAULT_ENTRY_INSTRUCTIONS,
  type EntryInstructions,
  type FoundSession,
  type SessionSource,
  type SessionStatus,
} from './session.ts';

type SessionRow = {
  now: Date;
  session_id: string;
  session_code: string;
  lot_id: string;
  operator_id: string;
  plan: Plan;
  livemode: boolean;
  plate: string;
  vin: string | null;
  is_autonomous: boolean;
  fleet_id: string | null;
  key_id: string | null;
  status: SessionStatus;
  source: SessionSource;
  agent_platform: string | null;
  agent_name: string | null;
  rate_minor: number;
  rate_unit: 'hour' | 'day';
  max_daily_minor: number | null;
  currency: string;
  started_at: Date;
  expected_end: Date;
  ended_at: Date | null;
  extended_count: number;
  estimated_minor: number;
  subtotal_minor: number | null;
  platform_fee_minor: number | null;
  payment_intent_id: string | null;
  entry_instructions: Partial<EntryInstructions> | null;
  metadata: Record<string, string>;
  created_at: Date;
};

/** The session, if this caller may see it; NOT_FOUND otherwise, whatever the reason. */
export async function findSession(
  db: Querier,
  caller: Caller,
  sessionId: string,
): Promise<FoundSession> {
  const [row] = await db.query<SessionRow>('session_find', {
    session_id: sessionId,
    livemode: caller.livemode,
    operator_id: caller.operatorId,
    fleet_id: caller.fleetId,
  });
  if (row === undefined) throw notFound('session');
  return {
    now: row.now,
    plan: row.plan,
    operatorId: row.operator_id,
    sessionId: row.session_id,
    sessionCode: row.session_code,
    lotId: row.lot_id,
    livemode: row.livemode,
    plate: row.plate,
    vin: row.vin,
    isAutonomous: row.is_autonomous,
    fleetId: row.fleet_id,
    keyId: row.key_id,
    status: row.status,
    source: row.source,
    agentPlatform: row.agent_platform,
    agentName: row.agent_name,
    rate: {
      rateMinor: row.rate_minor,
      rateUnit: row.rate_unit,
      maxDailyMinor: row.max_daily_minor,
    },
    currency: row.currency,
    startedAt: row.started_at,
    expectedEnd: row.expected_end,
    endedAt: row.ended_at,
    extendedCount: row.extended_count,
    estimatedMinor: row.estimated_minor,
    subtotalMinor: row.subtotal_minor,
    platformFeeMinor: row.platform_fee_minor,
    paymentIntentId: row.payment_intent_id,
    entryInstructions: { ...DEFAULT_ENTRY_INSTRUCTIONS, ...row.entry_instructions },
    metadata: row.metadata,
    createdAt: row.created_at,
  };
}
