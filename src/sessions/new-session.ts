import { badField } from '../errors.ts';
import { newId, newSessionCode } from '../ids.ts';
import type { Caller } from '../keys/caller.ts';
import { priceStay } from '../pricing/price-stay.ts';
import { normalisePlate, PLATE_RULE } from './plate.ts';
import {
  DEFAULT_ENTRY_INSTRUCTIONS,
  type EntryInstructions,
  type Session,
  type SessionSource,
} from './session.ts';

export const HOUR_MS = 3_600_000;
const DEFAULT_DURATION_HOURS = 1;
export const DURATION_HOURS_MAX = 720;

export type SessionRequest = {
  lotId: string;
  plate: string;
  vehicle: { isAutonomous: boolean; fleetId: string | null; vin: string | null };
  agent: { platform: string; name: string | null } | null;
  driverEmail: string | null;
  /** Length of the stay, or the instant it is expected to end; one hour when neither is given. */
  durationHours?: number | undefined;
  endsAt?: Date | undefined;
  metadata: Record<string, string>;
};

/** The lot a session starts on, read with the database's clock. */
export type OpenLot = {
  now: Date;
  operator_id: string;
  name: string;
  status: 'active' | 'closed';
  /** null: no rate is posted, so there is nothing to sell. */
  rate_minor: number | null;
  rate_unit: 'hour' | 'day';
  currency: string;
  max_daily_minor: number | null;
  entry_instructions: Partial<EntryInstructions> | null;
  is_full: boolean;
};

/**
 * The session that `request` asks for, starting now, at the rate posted now. Nothing is written.
 * Throws BAD_REQUEST naming `plate`, `vehicle.fleet_id`, `ends_at` or `duration_hours`.
 */
export function newSession(
  caller: Caller,
  request: SessionRequest,
  lot: OpenLot & { rate_minor: number },
): Session {
  const plate = normalisePlate(request.plate);
  if (plate === undefined) throw badField('plate', PLATE_RULE);
  const fleetId = caller.fleetId ?? request.vehicle.fleetId;
  if (request.vehicle.fleetId !== null && request.vehicle.fleetId !== fleetId)
    throw badField('vehicle.fleet_id', 'this key belongs to another fleet');
  const expectedEnd = expectedEndOf(request, lot.now);
  const rate = {
    rateMinor: lot.rate_minor,
    rateUnit: lot.rate_unit,
    maxDailyMinor: lot.max_daily_minor,
  };
  const estimate = priceStay({ ...rate, startedAt: lot.now, endedAt: expectedEnd });
  return {
    sessionId: newId('ses'),
    sessionCode: newSessionCode(),
    lotId: request.lotId,
    livemode: caller.livemode,
    plate,
    vin: request.vehicle.vin,
    isAutonomous: request.vehicle.isAutonomous,
    fleetId,
    keyId: caller.keyId,
    status: 'active',
    source: sourceOf(caller, request),
    agentPlatform: caller.agentPlatform ?? request.agent?.platform ?? null,
    agentName: request.agent?.name ?? null,
    rate,
    currency: lot.currency,
    startedAt: lot.now,
    expectedEnd,
    endedAt: null,
    extendedCount: 0,
    estimatedMinor: estimate.subtotalMinor,
    subtotalMinor: null,
    platformFeeMinor: null,
    paymentIntentId: null,
    entryInstructions: { ...DEFAULT_ENTRY_INSTRUCTIONS, ...lot.entry_instructions },
    metadata: request.metadata,
    createdAt: lot.now,
  };
}

function expectedEndOf(request: SessionRequest, now: Date): Date {
  const field = request.endsAt ? 'ends_at' : 'duration_hours';
  const end =
    request.endsAt ??
    new Date(now.getTime() + (request.durationHours ?? DEFAULT_DURATION_HOURS) * HOUR_MS);
  if (end <= now) throw badField(field, 'must be in the future');
  if (end.getTime() > now.getTime() + DURATION_HOURS_MAX * HOUR_MS)
    throw badField(field, `must be at most ${DURATION_HOURS_MAX} hours ahead`);
  return end;
}

function sourceOf(caller: Caller, request: SessionRequest): SessionSource {
  if (caller.agentPlatform !== null || request.agent !== null) return 'agent';
  if (caller.fleetId !== null || request.vehicle.fleetId !== null) return 'fleet';
  return request.driverEmail === null ? 'api' : 'driver';
}
