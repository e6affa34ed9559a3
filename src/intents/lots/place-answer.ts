import type { LatLng } from '../../geometry/great-circle.ts';
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

/** A lot, or a place to look for lots around, that may be meant. */
type IntentCandidate = LatLng & { lot_id: string | null; label: string };

/** What must be known before a lot can be chosen, with up to three guesses. */
export type NoPlace = { missing: ('place' | 'lot')[]; candidates: IntentCandidate[] };

/**
 * Why a text is not acted upon. `place`: it names none, or none that is known. `lot`: there is none
 * around the place. `time`: its time is wrong or unclear, see the problems.
 */
export type Refusal = {
  missing: ('place' | 'lot' | 'time')[];
  candidates: IntentCandidate[];
  problems: IntentProblem[];
};

export const CANDIDATES_MAX = 3;
/** The radius around a lot when lots near it are as good: a walk of 15 minutes. */
export const NEARBY_RADIUS_M = 1_200;

export function placeOfLot(lot: NamedLot, radiusM: number): IntentPlace {
  return { ...pointOf(lot), label: labelOf(lot), radiusM, attribution: null };
}

function candidatesOf(lots: readonly NamedLot[]): IntentCandidate[] {
  return lots
    .slice(0, CANDIDATES_MAX)
    .map((lot) => ({ ...pointOf(lot), lot_id: lot.lot_id, label: labelOf(lot) }));
}

export function noPlace(lots: readonly NamedLot[]): NoPlace {
  return { missing: ['place'], candidates: candidatesOf(lots) };
}
