import { addHours } from 'date-fns/addHours';
import { millisecondsInHour, millisecondsInMinute } from 'date-fns/constants';
import { newId } from '../../access/ids.ts';
import type { Caller } from '../../access/keys/caller.ts';
import { badField, conflict, notTogether } from '../../kit/errors.ts';
import type { LatLng } from '../../kit/geo/great-circle.ts';
import type { OfferedRate } from '../../tariffs/offer-rate.ts';
import type { Quote } from '../../tariffs/quotes.ts';
import { type EntryInstructions, entryInstructions } from '../lots/entry-instructions.ts';
import { checkPlate, checkVehicle, type RequestedVehicle } from '../vehicles/vehicle.ts';
import { estimateMinor, type Session, type SessionSource } from './session.ts';
import { newSessionCode } from './session-code.ts';

const DEFAULT_DURATION_HOURS = 1;
export const DURATION_HOURS_MAX = 720;
/** How much earlier than agreed a stay can begin. */
export const EARLY_MS_MAX = 15 * 60_000;
/**
 * The most by which the start of a stay with a given end is moved later. When the caller's clock is
 * ahead of the database's by less than this, the stay would otherwise be charged one minute more
 * than the caller computed.
 */
export const CLOCKS_APART_MS = 5_000;

export type SessionRequest = {
  lotId: string;
  plate: string;
  vehicle: RequestedVehicle;
  agent: { platform: string; name: string | null } | null;
  driverEmail: string | null;
  /**
   * Length of the stay, or the instant it is expected to end; when neither is given, the end of the
   * quote, and one hour without one.
   */
  durationHours?: number | undefined;
  endsAt?: Date | undefined;
  /** A hold to redeem: the stay gets its space, its rate and its end. */
  holdId?: string | undefined;
  /** An offered price for this lot that is still valid. */
  quote?: Quote | undefined;
  metadata: Record<string, string>;
};

/** A session that begins here; others are imported. */
export type NewSession = Session & { source: Exclude<SessionSource, 'import'> };

/** When a stay is expected to end: a time after its beginning, or at an instant. */
export type StayEnd = { lengthMs: number } | { at: Date };

/** The terms of a stay: when it begins and ends, at which rate, and how its driver gets in. */
export type Terms = {
  lotName: string;
  /** Of the lot. */
  position: LatLng;
  startsAt: Date;
  end: StayEnd;
  rate: OfferedRate;
  currency: string;
  /** The mandate that pays; null: none. */
  mandateId: string | null;
  entrySettings: Partial<EntryInstructions> | null;
  /** Of the lot; null: not known. */
  openingHours: string | null;
};

/**
 * The session that `request` asks for on these terms. Nothing is written. Throws BAD_REQUEST naming
 * `plate`, `vehicle.fleet_id` or `vehicle.vin`.
 */
export function newSession(caller: Caller, request: SessionRequest, terms: Terms): NewSession {
  const { rate } = terms;
  const agentPlatform = caller.agentPlatform ?? request.agent?.platform ?? null;
  const startedAt = startBefore(terms.end, terms.startsAt);
  const expectedEnd = endAfter(startedAt, terms.end);
  return {
    sessionId: newId('ses'),
    sessionCode: newSessionCode(),
    lotId: request.lotId,
    livemode: caller.livemode,
    ...checkPlate(request.plate),
    ...checkVehicle(caller, request.vehicle),
    creatorOperatorId: caller.operatorId,
    keyId: caller.keyId,
    mandateId: terms.mandateId,
    holdId: request.holdId ?? null,
    status: 'active',
    source: sourceOf(caller, request),
    agentPlatform,
    // Every booking of an agent has a name: that of its platform where it gives none of its own.
    agentName: request.agent?.name ?? caller.agentName ?? agentPlatform,
    rate,
    currency: terms.currency,
    startedAt,
    expectedEnd,
    endedAt: null,
    extendedCount: 0,
    extendedMinutes: 0,
    estimatedMinor: estimateMinor({ rate, startedAt, expectedEnd }),
    subtotalMinor: null,
    platformFeeMinor: null,
    paymentIntentId: null,
    entryInstructions: entryInstructions(terms.entrySettings, null, true),
    openingHours: terms.openingHours,
    metadata: request.metadata,
    createdAt: terms.startsAt,
  };
}

/**
 * When a stay that begins now is expected to end. A duration is returned as a length, because only
 * the database knows when the stay begins. BAD_REQUEST naming the field; CONFLICT quote_expired.
 */
export function readStayEnd(
  { durationHours, endsAt, quote }: Pick<SessionRequest, 'durationHours' | 'endsAt' | 'quote'>,
  now: Date,
): StayEnd {
  if (durationHours !== undefined && endsAt !== undefined)
    throw notTogether('duration_hours', 'ends_at');
  const isUnsaid = durationHours === undefined && endsAt === undefined;
  if (isUnsaid && quote?.endsAt !== undefined) return quotedEnd(quote.endsAt, now);
  if (endsAt === undefined) {
    const lengthMs = Math.round((durationHours ?? DEFAULT_DURATION_HOURS) * millisecondsInHour);
    if (lengthMs < 1) throw badField('duration_hours', 'is too short');
    return { lengthMs };
  }
  if (endsAt <= now) throw badField('ends_at', 'must be in the future');
  if (endsAt > addHours(now, DURATION_HOURS_MAX))
    throw badField('ends_at', `must be at most ${DURATION_HOURS_MAX} hours ahead`);
  return { at: endsAt };
}

/** A quote holds for minutes after its start, so its stay may be over by then. */
function quotedEnd(endsAt: Date, now: Date): StayEnd {
  if (endsAt <= now) throw conflict('quote_expired', 'the stay that was quoted is over by now');
  return { at: endsAt };
}

/** The start of a stay that can begin now; see CLOCKS_APART_MS. */
function startBefore(end: StayEnd, now: Date): Date {
  if (!('at' in end)) return now;
  const lengthMs = end.at.getTime() - now.getTime();
  const overMs = lengthMs % millisecondsInMinute;
  const isLater = lengthMs > millisecondsInMinute && overMs <= CLOCKS_APART_MS;
  return isLater ? new Date(now.getTime() + overMs) : now;
}

export function endAfter(startedAt: Date, end: StayEnd): Date {
  return 'at' in end ? end.at : new Date(startedAt.getTime() + end.lengthMs);
}

function sourceOf(caller: Caller, request: SessionRequest): NewSession['source'] {
  if (caller.agentPlatform !== null || request.agent !== null) return 'agent';
  if (caller.fleetId !== null || request.vehicle.fleetId !== null) return 'fleet';
  return request.driverEmail === null ? 'api' : 'driver';
}
