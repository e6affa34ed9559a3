import type { Plan } from '../pricing/platform-fee.ts';
import type { Rate } from '../pricing/price-stay.ts';

export type SessionStatus = 'active' | 'ending' | 'completed' | 'expired' | 'payment_failed';
export type SessionSource = 'driver' | 'agent' | 'api' | 'fleet' | 'import';

/** How to get in and out, as the lot's operator wrote it down. */
export type EntryInstructions = {
  gate_code: string | null;
  assigned_space: string | null;
  entry_lane: string | null;
  exit_procedure: string;
  notes: string;
};

/** One stay. Money is in minor units of `currency`; `rate` is what it was when the stay began. */
export type Session = {
  sessionId: string;
  sessionCode: string;
  lotId: string;
  livemode: boolean;
  plate: string;
  vin: string | null;
  isAutonomous: boolean;
  fleetId: string | null;
  keyId: string | null;
  status: SessionStatus;
  source: SessionSource;
  agentPlatform: string | null;
  agentName: string | null;
  rate: Rate;
  currency: string;
  startedAt: Date;
  expectedEnd: Date;
  endedAt: Date | null;
  extendedCount: number;
  estimatedMinor: number;
  subtotalMinor: number | null;
  platformFeeMinor: number | null;
  paymentIntentId: string | null;
  entryInstructions: EntryInstructions;
  metadata: Record<string, string>;
  createdAt: Date;
};

/** A session with what ending it needs: whose lot, on which plan, and the database's time. */
export type FoundSession = Session & { operatorId: string; plan: Plan; now: Date };

export const DEFAULT_ENTRY_INSTRUCTIONS: EntryInstructions = {
  gate_code: null,
  assigned_space: null,
  entry_lane: null,
  exit_procedure: 'End the session when you leave.',
  notes: '',
};
