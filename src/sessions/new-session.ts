import { badField } from '../errors.ts';
import { newId, newSessionCode } from '../ids.ts';
import type { Caller } from '../keys/caller.ts';
import type { OfferedRate } from '../pricing/offer-rate.ts';
import { priceStay } from '../pricing/price-stay.ts';
import type { Quote } from '../pricing/quotes.ts';
import { normalisePlate, PLATE_RULE } from './plate.ts';
import {
  type EntryInstructions,
  entryInstructions,
  type Session,
  type SessionSource,
} from './session.ts';
import { readVin } from './vin.ts';

export const HOUR_MS = 3_600_000;
const DEFAULT_DURATION_HOURS = 1;
export const DURATION_HOURS_MAX = 720;

export type SessionRequest = {
  lotId: string;
  plate: string;
  vehicle: RequestedVehicle;
  agent: { platform: string; name: string | null } | null;
  driverEmail: string | null;
  /** Length of the stay, or the instant it is expected to end; one hour when neither is given. */
  durationHours?: number | undefined;
  endsAt?: Date | undefined;
  /** A hold to redeem: its space, its rate and its end are the stay's. */
  holdId?: string | undefined;
  /** A price that was offered for this lot, and is still good. */
  quote?: Quote | undefined;
  metadata: Record<string, string>;
};

export type RequestedVehicle = {
  isAutonomous: boolean;
  fleetId: string | null;
  vin: string | null;
};

/** What a stay begins under: when, until when, at which rate, and how its driver gets in. */
export type Terms = {
  lotName: string;
  startsAt: Date;
  expectedEnd: Date;
  rate: OfferedRate;
  currency: string;
  entrySettings: Partial<EntryInstructions> | null;
};

/**
 * The session that `request` asks for on these terms. Nothing is written. Throws BAD_REQUEST naming
 * `plate`, `vehicle.fleet_id` or `vehicle.vin`.
 */
export function newSession(caller: Caller, request: SessionRequest, terms: Terms): Session {
  const { startsAt, expectedEnd, rate } = terms;
  const estimate = priceStay({ ...rate, startedAt: startsAt, endedAt: expectedEnd });
  return {
    sessionId: newId('ses'),
    sessionCode: newSessionCode(),
    lotId: request.lotId,
    livemode: caller.livemode,
    plate: checkPlate(request.plate),
    ...checkVehicle(caller, request.vehicle),
    keyId: caller.keyId,
    holdId: request.holdId ?? null,
    status: 'active',
    source: sourceOf(caller, request),
    agentPlatform: caller.agentPlatform ?? request.agent?.platform ?? null,
    agentName: request.agent?.name ?? null,
    rate,
    currency: terms.currency,
    startedAt: startsAt,
    expectedEnd,
    endedAt: null,
    extendedCount: 0,
    extendedMinutes: 0,
    estimatedMinor: estimate.subtotalMinor,
    subtotalMinor: null,
    platformFeeMinor: null,
    paymentIntentId: null,
    entryInstructions: entryInstructions(terms.entrySettings, null),
    metadata: request.metadata,
    createdAt: startsAt,
  };
}

/** The plate as it is kept. BAD_REQUEST naming `field`. */
export function checkPlate(text: string, field = 'plate'): string {
  const plate = normalisePlate(text);
  if (plate === undefined) throw badField(field, PLATE_RULE);
  return plate;
}

/**
 * Whose vehicle it is: that of the key's fleet, where the key has one. BAD_REQUEST naming
 * `vehicle.fleet_id` or `vehicle.vin`.
 */
export function checkVehicle(
  caller: Caller,
  { isAutonomous, fleetId, vin }: RequestedVehicle,
): RequestedVehicle {
  const fleet = caller.fleetId ?? fleetId;
  if (fleetId !== null && fleetId !== fleet)
    throw badField('vehicle.fleet_id', 'this key belongs to another fleet');
  if (isAutonomous && fleet === null)
    throw badField('vehicle.fleet_id', 'is needed for an autonomous vehicle');
  return { isAutonomous, fleetId: fleet, vin: vin === null ? null : checkVin(vin, 'vehicle.vin') };
}

/** The number as it is kept. BAD_REQUEST naming `field`. */
export function checkVin(text: string, field: string): string {
  const read = readVin(text);
  if ('problem' in read) throw badField(field, read.problem);
  return read.vin;
}

/** When a stay that begins now is expected to end. BAD_REQUEST naming the field that says so. */
export function expectedEndOf(
  { durationHours, endsAt }: Pick<SessionRequest, 'durationHours' | 'endsAt'>,
  now: Date,
): Date {
  const field = endsAt ? 'ends_at' : 'duration_hours';
  const end =
    endsAt ?? new Date(now.getTime() + (durationHours ?? DEFAULT_DURATION_HOURS) * HOUR_MS);
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
