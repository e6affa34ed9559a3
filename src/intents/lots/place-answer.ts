import type { LatLng } from '../../geometry/great-circle.ts';
import type { IntentProblem } from '../intent.ts';
import { labelOf, type NamedLot, pointOf } from './named-lot.ts';

/** Where the lot is to be. */
export type IntentPlace = LatLng & {
  label: string;
  /** How far around the point; 0: the lot itself. */
  radiusM: number;
  /** What must be shown beside it; null: nothing. */
  attribution: string | null;
};

/** A lot, or a place around which one is to be found, and whose clocks it goes by. */
export type ResolvedPlace = { lotId: string | null; place: IntentPlace; timezone: string };

/** A lot, or a place where lots are looked for, that may be meant. */
type IntentCandidate = LatLng & { lot_id: string | null; label: string };

/** What is needed before a lot can be chosen, and up to three guesses at it. */
export type NoPlace = { missing: ('place' | 'lot')[]; candidates: IntentCandidate[] };

/**
 * Why a text is not acted upon. `place`: none was said, or none that is known; `lot`: there is none
 * around the place; `time`: that it says is none, see the problems.
 */
export type Refusal = {
  missing: ('place' | 'lot' | 'time')[];
  candidates: IntentCandidate[];
  problems: IntentProblem[];
};

export const CANDIDATES_MAX = 3;
/** Around a lot that others may stand in for: a walk of a quarter of an hour. */
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
