import { newId } from '../../access/ids.ts';
import type { Principal } from '../../access/principals/principal.ts';
import type { LatLng } from '../../kit/geo/great-circle.ts';
import type { OfferedRate } from '../../tariffs/offer-rate.ts';
import { type EntrySettings, entryInstructions } from '../lots/entry-instructions.ts';
import { checkPlate, checkVehicle, type RequestedVehicle } from '../vehicles/vehicle.ts';
import { type Session, type SessionSource, withEstimate } from './session.ts';
import { newSessionCode } from './session-code.ts';
import { type AskedEnd, endAfter, type StayEnd, startBefore } from './stay-end.ts';

export type SessionRequest = AskedEnd & {
  lotId: string;
  plate: string;
  vehicle: RequestedVehicle;
  agent: { platform: string; name: string | null } | null;
  driverEmail: string | null;
  /** A hold to redeem: the stay gets its space, its rate and its end. */
  holdId?: string | undefined;
  metadata: Record<string, string>;
};

/** A session that begins here; others are imported. */
export type NewSession = Session & {
  source: Exclude<SessionSource, 'import'>;
  plate: string;
  shownPlate: string;
};

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
  entrySettings: EntrySettings | null;
  /** The account of the lot's operator that can be paid; null: none can. */
  payee: string | null;
  /** Of the lot; null: not known. */
  openingHours: string | null;
};

/**
 * The session that `request` asks for on these terms. Nothing is written. Throws BAD_REQUEST naming
 * `plate`, `vehicle.fleet_id` or `vehicle.vin`.
 */
export function newSession(caller: Principal, request: SessionRequest, terms: Terms): NewSession {
  const agentPlatform = caller.agentPlatform ?? request.agent?.platform ?? null;
  const startedAt = startBefore(terms.end, terms.startsAt);
  return withEstimate({
    sessionId: newId('ses'),
    sessionCode: newSessionCode(),
    lotId: request.lotId,
    livemode: caller.livemode,
    ...checkPlate(request.plate),
    ...checkVehicle(caller, request.vehicle),
    creatorOperatorId: caller.operatorId,
    keyId: caller.id,
    mandateId: terms.mandateId,
    holdId: request.holdId ?? null,
    status: 'active' as const,
    source: sourceOf(caller, request),
    agentPlatform,
    // Every booking of an agent has a name: that of its platform where it gives none of its own.
    agentName: request.agent?.name ?? caller.agentName ?? agentPlatform,
    rate: terms.rate,
    currency: terms.currency,
    startedAt,
    expectedEnd: endAfter(startedAt, terms.end),
    endedAt: null,
    extendedCount: 0,
    extendedMinutes: 0,
    subtotalMinor: null,
    shortfallMinor: 0,
    platformFeeMinor: null,
    feeBasisPoints: null,
    paymentIntentId: null,
    paymentStatus: 'requires_authorization' as const,
    authorizeBy: null,
    authorizedMinor: null,
    entryInstructions: entryInstructions(terms.entrySettings, null, {
      isStaying: false,
      isAuthorized: false,
      livemode: caller.livemode,
    }),
    openingHours: terms.openingHours,
    metadata: request.metadata,
    createdAt: terms.startsAt,
  });
}

function sourceOf(caller: Principal, request: SessionRequest): NewSession['source'] {
  if (caller.agentPlatform !== null || request.agent !== null) return 'agent';
  if (caller.fleetId !== null || request.vehicle.fleetId !== null) return 'fleet';
  return request.driverEmail === null ? 'api' : 'driver';
}
