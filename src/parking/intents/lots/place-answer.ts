import type { LatLng } from '../../../kit/geo/great-circle.ts';
import { fromMinor } from '../../../kit/money.ts';
import type { NamedPlace } from '../../../kit/places/geocoder.ts';
import { shownRate } from '../../../tariffs/posted-tariff.ts';
import type { IntentProblem } from '../intent.ts';
import { labelOf, type NamedLot, pointOf } from './named-lot.ts';

/** Where the lot should be. */
export type IntentPlace = LatLng & {
  label: string;
  /** How far around the point, in metres; 0: the lot itself. */
  radiusM: number;
  /** The text that must be shown with it; null: none. */
  attribution: string | null;
};

/** A lot, or a place around which to look for one, with the time zone for the text's times. */
export type ResolvedPlace = { lotId: string | null; place: IntentPlace; timezone: string };

/**
 * A lot, or a place to look for lots around, that may be meant. The members after the label are
 * those of the lot, null for a place; `rate` in units of its currency.
 */
export type IntentCandidate = LatLng & {
  lot_id: string | null;
  label: string;
  address: string | null;
  city: string | null;
  rate: number | null;
  rate_unit: 'hour' | 'day' | null;
  currency: string | null;
};

/** What must be known before a lot can be chosen, with up to three guesses. */
export type NoPlace = {
  missing: ('place' | 'lot')[];
  candidates: IntentCandidate[];
  /** The place that is meant for sure, when all that is missing is a lot around it. */
  around?: IntentPlace;
};

/**
 * Why a text is not acted upon. `place`: it names none, or none that is known. `lot`: there is none
 * around the place. `time`: its time is wrong or unclear, see the problems.
 */
export type Refusal = {
  missing: ('place' | 'lot' | 'time')[];
  candidates: IntentCandidate[];
  problems: IntentProblem[];
  /** As of NoPlace, when all words are understood. */
  around?: IntentPlace;
};

export const CANDIDATES_MAX = 3;
/** The radius around a lot when lots near it are as good: a walk of 15 minutes. */
export const NEARBY_RADIUS_M = 1_200;

export function placeOfLot(lot: NamedLot, radiusM: number): IntentPlace {
  return { ...pointOf(lot), label: labelOf(lot), radiusM, attribution: null };
}

/** Lots of the same label are told apart by their addresses. */
function candidatesOf(lots: readonly NamedLot[]): IntentCandidate[] {
  const shown = lots.slice(0, CANDIDATES_MAX);
  const count = (label: string) => shown.filter((lot) => labelOf(lot) === label).length;
  return shown.map((lot) => {
    const { lotId, address, city, currency } = lot;
    const { rateMinor, rateUnit } = shownRate(lot.tariff);
    const label = labelOf(lot);
    return {
      ...pointOf(lot),
      lot_id: lotId,
      label: count(label) > 1 && address !== null ? `${label}, ${address}` : label,
      ...{ address, city, rate_unit: rateUnit, currency },
      rate: rateMinor === null ? null : fromMinor(rateMinor, currency),
    };
  });
}

function candidateAt({ lat, lng, label }: LatLng & { label: string }): IntentCandidate {
  const ofLot = { address: null, city: null, rate: null, rate_unit: null, currency: null };
  return { lot_id: null, label, lat, lng, ...ofLot };
}

/** What may be meant: lots, and last a place whose name they have. */
export function noPlace(lots: readonly NamedLot[], place?: NamedPlace): NoPlace {
  const places = place === undefined ? [] : [candidateAt(place)];
  const candidates = candidatesOf(lots).slice(0, CANDIDATES_MAX - places.length);
  return { missing: ['place'], candidates: [...candidates, ...places] };
}

/** None of these places is sure, or none has lots around it. */
export function noLots(missing: 'place' | 'lot', places: readonly NamedPlace[]): NoPlace {
  return { missing: [missing], candidates: places.slice(0, CANDIDATES_MAX).map(candidateAt) };
}
