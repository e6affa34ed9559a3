import { decimalOf, type MeasureForm, measuresIn } from '../text/measures.ts';
import { anyOf } from '../text/pattern.ts';
import type { Span } from '../text/span.ts';

const METRES_BY_UNIT: Readonly<Record<string, number>> = {
  m: 1,
  metre: 1,
  meter: 1,
  km: 1000,
  kilometre: 1000,
  kilometer: 1000,
  mile: 1609.344,
  mi: 1609.344,
  yard: 0.9144,
  yd: 0.9144,
  foot: 0.3048,
  feet: 0.3048,
  ft: 0.3048,
  block: 150,
};
/** Metres that a person walks in a minute: 4.8 km/h. */
const WALK_M_PER_MINUTE = 80;
const WALKING_DISTANCE_M = 800;
/** Shorter distances are heights of vehicles: nobody asks for a lot this near. */
const WITHIN_M_MIN = 10;
const WITHIN_M_MAX = 50_000;

const CEILING = 'within|less than|under|at most|up to|radius(?: of)?|max(?:imum)?';
const NUMBER = '(\\d{1,5}(?:[.,]\\d{1,2})?|half an?|an?)';
const UNIT = anyOf(...Object.keys(METRES_BY_UNIT).map((unit) => `${unit}s?`));
const DISTANCE = new RegExp(
  `(?:\\b${anyOf(CEILING, 'in')})?[ :=]{0,2}\\b${NUMBER} ?-?(${UNIT})\\b` +
    '(?= (?:of|from|to|away|around|radius|walk|max)|[ ,]*$)',
  'gi',
);
/**
 * After words like `within` a distance needs no other word. Metres and feet are left out, because
 * they could be a height.
 */
const FAR_DISTANCE = new RegExp(
  `\\b${anyOf(CEILING)}[ :=]{1,2}${NUMBER} ?(km|kilomet(?:re|er)s?|miles?|blocks?)\\b`,
  'gi',
);
const WALK = new RegExp(
  `\\b(?:within )?(?:an? )?(\\d{1,3})[ -]?min(?:ute)?s?'?[ -]${anyOf(
    'walk(?:ing)?|stroll|on foot',
  )}(?: distance)?\\b`,
  'gi',
);
const WALKING = /\b(?:within )?(?:easy |short )?walking distance\b/gi;

const DISTANCES: readonly MeasureForm[] = [
  [WALK, ([, minutes]) => Number(minutes) * WALK_M_PER_MINUTE],
  [DISTANCE, ([, number, unit]) => numberOf(number) * metresOf(unit)],
  [FAR_DISTANCE, ([, number, unit]) => numberOf(number) * metresOf(unit)],
  [WALKING, () => WALKING_DISTANCE_M],
];

/** How far from its place the lot may be, in metres: `within 500 m of`, `a 5 minute walk from`. */
export function readDistance(text: string): { withinM: number | null; spans: Span[] } {
  const found = measuresIn(text, DISTANCES, { min: WITHIN_M_MIN, max: WITHIN_M_MAX });
  return { withinM: found[0]?.value ?? null, spans: found.map(({ span }) => span) };
}

function numberOf(phrase = ''): number {
  if (/^half/i.test(phrase)) return 0.5;
  return /^a/i.test(phrase) ? 1 : decimalOf(phrase);
}

function metresOf(unit = ''): number {
  const one = unit.toLowerCase();
  return METRES_BY_UNIT[one] ?? METRES_BY_UNIT[one.replace(/s$/, '')] ?? 0;
}
