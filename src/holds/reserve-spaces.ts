import { millisecondsInDay, millisecondsInHour } from 'date-fns/constants';
import { AppError, badField } from '../errors.ts';
import type { Geocoder } from '../geocoding/geocoder.ts';
import { answerOnce, type Replay } from '../idempotency/answer-once.ts';
import type { Remember } from '../idempotency/remember.ts';
import { maskPlate } from '../intents/mask-plate.ts';
import { type ResolvedIntent, resolveIntent } from '../intents/resolve-intent.ts';
import type { Caller } from '../keys/caller.ts';
import { lotClosed } from '../lots/check-open.ts';
import { expireOverdue } from '../sessions/expire-sessions.ts';
import { checkPlate, checkVehicle, type RequestedVehicle } from '../sessions/new-session.ts';
import { type Querier, readClock } from '../stores/postgres.ts';
import { chooseLots, type SuitableLot } from './choose-lots.ts';
import { HOLD_AHEAD_DAYS_MAX, HOLD_HOURS_MAX, type Hold, LATE_MS_MAX } from './hold.ts';
import { type NewHold, newHold } from './new-hold.ts';
import { limitReached, placeHolds, type Unplaced } from './place-holds.ts';

/** What is asked for in words, and in fields, which win over the words. */
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
type Context = {
  requestId: string;
  agentPlatform: string | null;
  remember: Remember<Hold> | undefined;
};

const DEFAULT_STAY_MS = millisecondsInHour;
/** A caller's clock may be this much behind or ahead of the database's: it then means now. */
const CLOCK_SKEW_MS = 60_000;
/** Others may take a lot's last space first; this many lots are tried in turn. */
const LOTS_TRIED_MAX = 10;

/**
 * Understands what is asked for, and holds spaces on the lot that suits best. Nothing is charged.
 * Errors: BAD_REQUEST with `missing` and `candidates` when the words do not say where or when, or
 * naming a field; NOT_FOUND (lot, or nothing free); CONFLICT closed | plate_already_held |
 * hold_limit_lot | hold_limit_key | idempotency_mismatch.
 */
export async function reserveSpaces(
  deps: Deps,
  caller: Caller,
  request: Reservation,
  context: Context,
): Promise<{ hold: Hold } | Replay> {
  return answerOnce(deps.db, context.remember, async () => {
    const now = await readClock(deps.db);
    const understood = await understand(deps, caller, request, now);
    const asked = readWish(caller, request, understood, now);
    const lots = await chooseLots(deps.db, caller, understood, asked);
    let isLimited = false;
    for (const suitable of lots.slice(0, LOTS_TRIED_MAX)) {
      const hold = newHold(caller, suitable.lot, suitable.rate, asked);
      const refusal = await place(deps.db, caller, suitable, hold, context);
      if (refusal === null) return { hold };
      // Another lot is no answer to who has a space already, or holds too much of all.
      if (refusal === 'plate_held' || refusal === 'key_limit') throw limitReached(refusal);
      if (refusal === 'lot_limit') isLimited = true;
      if (refusal === 'closed' && understood.lotId !== null) throw lotClosed();
    }
    if (isLimited) throw limitReached('lot_limit');
    throw new AppError('NOT_FOUND', 'no suitable lot has as many spaces free then', {
      details: { reason: 'nothing_free' },
    });
  });
}

async function understand(
  deps: Deps,
  { livemode }: Caller,
  { intent, lotId, startsAt }: Reservation,
  now: Date,
): Promise<ResolvedIntent> {
  const resolved = await resolveIntent(deps, intent, {
    now,
    livemode,
    isTimeGiven: startsAt !== null,
    ...(lotId === null ? {} : { lotId }),
  });
  if (!('missing' in resolved)) return resolved;
  const { missing, candidates } = resolved;
  throw new AppError('BAD_REQUEST', `the intent does not say: ${missing.join(', ')}`, {
    details: { reason: 'not_understood', missing, candidates },
  });
}

/** The words and the fields together. BAD_REQUEST naming the field. */
function readWish(
  caller: Caller,
  request: Reservation,
  { intent, place }: ResolvedIntent,
  now: Date,
): NewHold {
  const vehicle = checkVehicle(caller, request.vehicle);
  const { features, maxRate } = intent;
  return {
    ...vehicle,
    ...readWindow(request, intent, now),
    plate: request.plate === null ? intent.plate : checkPlate(request.plate),
    spaceCount: request.spaceCount ?? intent.spaceCount,
    intent: maskPlate(request.intent, intent),
    parsed: {
      place: place.label,
      lat: place.lat,
      lng: place.lng,
      attribution: place.attribution,
      features: vehicle.isAutonomous ? [...new Set([...features, 'av'])] : features,
      max_rate: maxRate === null ? null : Number(maxRate.amount),
    },
  };
}

function readWindow(
  request: Reservation,
  intent: ResolvedIntent['intent'],
  now: Date,
): Pick<Hold, 'startsAt' | 'endsAt' | 'expiresAt' | 'ttlSeconds'> {
  const said = request.startsAt ?? intent.startsAt;
  if (said !== null && said.getTime() < now.getTime() - CLOCK_SKEW_MS)
    throw badField('starts_at', 'must not be in the past');
  if (said !== null && said.getTime() > now.getTime() + HOLD_AHEAD_DAYS_MAX * millisecondsInDay)
    throw badField('starts_at', `must be at most ${HOLD_AHEAD_DAYS_MAX} days ahead`);
  const aheadMs = said === null ? 0 : Math.max(0, said.getTime() - now.getTime());
  const isNow = said === null || aheadMs <= CLOCK_SKEW_MS;
  const startsAt = isNow ? now : said;
  const stayMs =
    intent.durationMinutes === null ? DEFAULT_STAY_MS : intent.durationMinutes * 60_000;
  // What the words say of the end belongs to the start that they name.
  const saidEnd = request.endsAt ?? (request.startsAt === null ? intent.endsAt : null);
  // A clock that is ahead makes no stay longer than was asked.
  const endMs =
    saidEnd === null ? startsAt.getTime() + stayMs : saidEnd.getTime() - (isNow ? aheadMs : 0);
  const endsAt = new Date(endMs);
  if (endsAt <= startsAt) throw badField('ends_at', 'must be after the start');
  if (endsAt.getTime() - startsAt.getTime() > HOLD_HOURS_MAX * millisecondsInHour)
    throw badField('ends_at', `must be at most ${HOLD_HOURS_MAX} hours after the start`);
  const waitMs = isNow ? request.ttlSeconds * 1_000 : LATE_MS_MAX;
  const expiresAt = new Date(Math.min(startsAt.getTime() + waitMs, endsAt.getTime()));
  const ttlSeconds = Math.round((expiresAt.getTime() - now.getTime()) / 1_000);
  return { startsAt, endsAt, expiresAt, ttlSeconds };
}

/** Why the lot has no space for it after all; null: it has. */
async function place(
  db: Querier,
  caller: Caller,
  { lot }: SuitableLot,
  hold: Hold,
  context: Context,
): Promise<Unplaced | null> {
  const attempt = async () => {
    const more = { ...context, dispatch: null, result: hold };
    const outcome = await placeHolds(db, caller, [hold], more);
    return Array.isArray(outcome) ? null : outcome;
  };
  const refusal = await attempt();
  if (refusal !== 'full' && refusal !== 'plate_held') return refusal;
  // Whoever's time has run out leaves before anybody is turned away.
  await expireOverdue(db, lot.lot_id);
  return attempt();
}
