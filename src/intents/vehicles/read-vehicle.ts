import type { IntentVehicle, VehicleKind } from '../intent.ts';
import { decimalOf, type MeasureForm, measuresIn } from '../text/measures.ts';
import { anyOf } from '../text/pattern.ts';
import type { Span } from '../text/span.ts';
import { AUTONOMOUS_WORDS, KIND_WORDS } from './vehicle-words.ts';

const CM_PER_METRE = 100;
const CM_PER_INCH = 2.54;
const INCHES_PER_FOOT = 12;
/** Vehicles are not lower, nor may they be higher on a road. */
const HEIGHT_CM_MIN = 100;
const HEIGHT_CM_MAX = 500;
/** A bare height is in metres, or in centimetres from here on. */
const BARE_CM_MIN = 10;

const AFTER =
  `(?:[ -]?${anyOf('tall|high|height|clearance|in height|headroom')})?(?![\\p{L}\\d])` +
  `(?! ${anyOf('long|wide|length|in length|of|from')})`;
const FIRST = '(?<![\\d.,])';
const METRIC = new RegExp(
  `${FIRST}(\\d{1,3}(?:[.,]\\d{1,2})?) ?(cm|m|met(?:re|er)s?(?! walk))${AFTER}`,
  'giu',
);
const METRES_AND_CM = new RegExp(`${FIRST}(\\d) ?m ?(\\d\\d)(?: ?cm)?${AFTER}`, 'giu');
const FEET = new RegExp(
  `${FIRST}(\\d{1,2}(?:\\.\\d)?) ?(?:'|-?(?:ft|feet|foot)\\b)` +
    `(?: ?(\\d{1,2})(?: ?(?:"|''|in(?:ch(?:es)?)?\\b))?)?${AFTER}`,
  'giu',
);
const INCHES = new RegExp(`${FIRST}(\\d{2,3}) ?(?:"|in(?:ch(?:es)?))${AFTER}`, 'giu');
const BARE = new RegExp(
  '\\b(?:height(?:_cm)?|clearance|tall|high)(?: (?:is|of))?[ :=]{1,3}' +
    "(\\d{1,3}(?:[.,]\\d{1,2})?)(?!\\d| ?(?:ft|feet|foot|'))",
  'gi',
);

const KINDS = Object.entries(KIND_WORDS).map(
  ([kind, said]) => [kind as VehicleKind, wholeWord(said)] as const,
);
const AUTONOMOUS = wholeWord(AUTONOMOUS_WORDS);

const HEIGHTS: readonly MeasureForm[] = [
  [
    METRIC,
    ([, number, unit]) => decimal(number) * (unit?.toLowerCase() === 'cm' ? 1 : CM_PER_METRE),
  ],
  [METRES_AND_CM, ([, metres, cm]) => decimal(metres) * CM_PER_METRE + decimal(cm)],
  [FEET, ([, feet, inches]) => (decimal(feet) * INCHES_PER_FOOT + decimal(inches)) * CM_PER_INCH],
  [INCHES, ([, inches]) => decimal(inches) * CM_PER_INCH],
  [
    BARE,
    ([, number]) =>
      decimal(number) < BARE_CM_MIN ? decimal(number) * CM_PER_METRE : decimal(number),
  ],
];

/** What kind of vehicle is to be parked, and how high it is. */
export function readVehicle(text: string): { vehicle: IntentVehicle; spans: Span[] } {
  const heights = measuresIn(text, HEIGHTS, { min: HEIGHT_CM_MIN, max: HEIGHT_CM_MAX });
  const kind = KINDS.find(([, said]) => said.test(text))?.[0] ?? null;
  const heightCm = heights[0]?.value ?? null;
  return {
    vehicle: { isAutonomous: AUTONOMOUS.test(text), heightCm, kind },
    spans: heights.map(({ span }) => span),
  };
}

function wholeWord(said: string): RegExp {
  return new RegExp(`\\b${anyOf(said)}\\b`, 'i');
}

function decimal(written = '0'): number {
  return decimalOf(written);
}
