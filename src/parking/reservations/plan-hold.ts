import { addHours } from 'date-fns/addHours';
import { addMilliseconds } from 'date-fns/addMilliseconds';
import { millisecondsInDay, millisecondsInHour } from 'date-fns/constants';
import type { Principal } from '../../access/principals/principal.ts';
import { badField } from '../../kit/errors.ts';
import type { Geocoder } from '../../kit/places/geocoder.ts';
import { CLOCK_SKEW_MS } from '../../kit/time/instants.ts';
import type { Querier } from '../../stores/postgres.ts';
import {
  HOLD_AHEAD_DAYS_MAX,
  HOLD_HOURS_MAX,
  HOLD_SPACES_MAX,
  type Hold,
  LATE_MS_MAX,
} from '../holds/hold.ts';
import type { NewHold } from '../holds/new-hold.ts';
import { maskPlate, plateAsStated } from '../intents/mask-plate.ts';
import { type ResolvedIntent, resolveIntent } from '../intents/resolve-intent.ts';
import { checkPlate, checkVehicle, type RequestedVehicle } from '../vehicles/vehicle.ts';
import { chooseLots, type SuitableLot } from './choose-lots.ts';
import { notUnderstood } from './not-understood.ts';

/** A request in words and in fields; the fields override the words. */
export type Reservation = {
  intent: string;
  lotId: string | null;
  startsAt: Date | null;
  endsAt: Date | null;
  plate: string | null;
  vehicle: RequestedVehicle;
  spaceCount: number | null;
  ttlSeconds: number;
};

type Deps = { db: Querier; geocoder: Geocoder };

const DEFAULT_STAY_MS = millisecondsInHour;
const NO_PLATE = { plate: null, shownPlate: null };

/**
 * What is asked for as of `now` (null: by the database's clock), and the suitable lots, best first;
 * nothing is held yet. `lotId`: the one lot that was meant; null: any lot in an area. Errors:
 * BAD_REQUEST with `missing` and `candidates` when the words do not say where or when, or naming a
 * field; NOT_FOUND (lot).
 */
export async function planHold(
  deps: Deps,
  caller: Principal,
  request: Reservation,
  now: Date | null,
): Promise<{ asked: NewHold; lots: SuitableLot[]; lotId: string | null }> {
  const understood = await understand(deps, caller, request, now);
  const asked = readWish(caller, request, understood);
  const lots = await chooseLots(deps.db, caller, understood, asked);
  return { asked, lots, lotId: understood.lotId };
}

async function understand(
  deps: Deps,
  { livemode }: Principal,
  { intent, lotId, startsAt, plate, spaceCount }: Reservation,
  now: Date | null,
): Promise<ResolvedIntent> {
  const given = [
    ...(startsAt === null ? [] : (['time'] as const)),
    ...(plate === null ? [] : (['plate'] as const)),
    ...(spaceCount === null ? [] : (['space_count'] as const)),
  ];
  const context = { now, livemode, given, ...(lotId === null ? {} : { lotId }) };
  const resolved = await resolveIntent(deps, intent, context);
  if ('missing' in resolved) throw notUnderstood(resolved);
  return resolved;
}

/** Combines the words and the fields. BAD_REQUEST naming the field. */
function readWish(
  caller: Principal,
  request: Reservation,
  { intent, place, now }: ResolvedIntent,
): NewHold {
  const vehicle = checkVehicle(caller, request.vehicle);
  const { features, maxRate, vehicle: stated, withinM, sort } = intent;
  const spaceCount = request.spaceCount ?? intent.spaceCount;
  if (spaceCount < 1 || spaceCount > HOLD_SPACES_MAX)
    throw badField('space_count', `must be from 1 to ${HOLD_SPACES_MAX}`);
  const plateText = request.plate ?? plateAsStated(intent);
  const plate = plateText === null ? NO_PLATE : checkPlate(plateText);
  return {
    ...vehicle,
    ...plate,
    ...readWindow(request, intent, now),
    spaceCount,
    intent: maskPlate(request.intent, { ...intent, ...plate }),
    parsed: {
      place: place.label,
      lat: place.lat,
      lng: place.lng,
      attribution: place.attribution,
      features: vehicle.isAutonomous ? [...new Set([...features, 'av'])] : features,
      lot_types: intent.lotTypes,
      max_rate: maxRate === null ? null : Number(maxRate.amount),
      max_rate_per: maxRate?.per ?? null,
      max_rate_currency: maxRate?.currency ?? null,
      vehicle_kind: stated.kind,
      height_cm: stated.heightCm,
      within_m: withinM,
      sort,
    },
  };
}

function readWindow(
  request: Reservation,
  intent: ResolvedIntent['intent'],
  now: Date,
): Pick<Hold, 'startsAt' | 'endsAt' | 'expiresAt' | 'ttlSeconds'> {
  const stated = request.startsAt ?? intent.startsAt;
  if (stated !== null && stated.getTime() < now.getTime() - CLOCK_SKEW_MS)
    throw badField('starts_at', 'must not be in the past');
  if (stated !== null && stated > addMilliseconds(now, HOLD_AHEAD_DAYS_MAX * millisecondsInDay))
    throw badField('starts_at', `must be at most ${HOLD_AHEAD_DAYS_MAX} days ahead`);
  const aheadMs = stated === null ? 0 : Math.max(0, stated.getTime() - now.getTime());
  const isNow = stated === null || aheadMs <= CLOCK_SKEW_MS;
  const startsAt = isNow ? now : stated;
  const stayMs =
    intent.durationMinutes === null ? DEFAULT_STAY_MS : intent.durationMinutes * 60_000;
  // When a field sets another start, the end that the words name no longer applies.
  const saidEnd = request.endsAt ?? (request.startsAt === null ? intent.endsAt : null);
  // Even when the caller's clock is ahead, the stay is not longer than the caller asked for.
  const endMs =
    saidEnd === null ? startsAt.getTime() + stayMs : saidEnd.getTime() - (isNow ? aheadMs : 0);
  const endsAt = new Date(endMs);
  if (endsAt <= startsAt) throw badField('ends_at', 'must be after the start');
  if (endsAt > addHours(startsAt, HOLD_HOURS_MAX))
    throw badField('ends_at', `must be at most ${HOLD_HOURS_MAX} hours after the start`);
  const waitMs = isNow ? request.ttlSeconds * 1_000 : LATE_MS_MAX;
  const expiresAt = new Date(Math.min(startsAt.getTime() + waitMs, endsAt.getTime()));
  const ttlSeconds = Math.round((expiresAt.getTime() - now.getTime()) / 1_000);
  return { startsAt, endsAt, expiresAt, ttlSeconds };
}
