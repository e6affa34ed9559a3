import { type Principal, UNKNOWN_PLATFORM } from '../../access/principals/principal.ts';
import type { LatLng } from '../../kit/geo/great-circle.ts';
import type { PostedLot } from '../../tariffs/offer-lot-rate.ts';
import type { Search } from './record-search.ts';

/** Who asks, and about which of the two modes. */
type Asker = { caller: Principal | undefined; livemode: boolean; ip: string };

/** What was asked about a place, and what was found. */
export type Question = Omit<Search, 'livemode' | 'agentPlatform' | 'claimedPlatform' | 'caller'>;

/**
 * What to record about the answered question of this caller. A platform counts as such only from
 * keys that are registered for it; otherwise anybody could write into the figures of others.
 */
export function searchBy({ caller, livemode, ip }: Asker, question: Question): Search {
  const platform = caller?.agentPlatform ?? null;
  const isClaimed = caller?.isPlatformClaimed === true && platform !== null;
  return {
    ...question,
    livemode,
    agentPlatform: isClaimed ? UNKNOWN_PLATFORM : platform,
    ...(isClaimed && { claimedPlatform: platform }),
    caller: { keyId: caller?.id ?? null, operatorId: caller?.operatorId ?? null, ip },
  };
}

/** The question which lots are in a circle. `now` is the database's clock. */
export function questionNear(
  { centre, radiusM, window }: Pick<Question, 'centre' | 'radiusM' | 'window'>,
  found: Pick<Question, 'foundCount' | 'availableCount' | 'nearestM'> & { now: Date },
): Question {
  const { now: at, foundCount, availableCount, nearestM } = found;
  return { kind: 'search', at, centre, radiusM, window, foundCount, availableCount, nearestM };
}

/** `now` is the database's clock. */
type PlacedLot = { latitude: number; longitude: number; now: Date };
type RatedLot = PlacedLot & Pick<PostedLot, 'tariff'>;

/** The question whether a vehicle finds a space on a lot, asked at the place of that lot. */
export function availabilityQuestion(
  lot: PlacedLot,
  window: Question['window'],
  isAvailable: boolean,
): Question {
  return questionAbout('availability', lot, window, isAvailable);
}

/** The question what a lot costs. Where no rate is posted, nothing is available. */
export function ratesQuestion(lot: RatedLot, window: Question['window']): Question {
  return questionAbout('rates', lot, window, lot.tariff !== null);
}

function questionAbout(
  kind: Question['kind'],
  lot: PlacedLot,
  window: Question['window'],
  isAvailable: boolean,
): Question {
  const centre: LatLng = { lat: lot.latitude, lng: lot.longitude };
  const availableCount = isAvailable ? 1 : 0;
  const found = { foundCount: 1, availableCount, nearestM: 0 };
  return { kind, at: lot.now, centre, radiusM: 0, window, ...found };
}
