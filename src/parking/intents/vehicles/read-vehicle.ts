import type { VehicleKind } from '../../../kit/vehicle-kinds.ts';
import { decimalOf, type MeasureForm, measuresIn } from '../../../kit/words/text/measures.ts';
import { anyOf } from '../../../kit/words/text/pattern.ts';
import { type Span, spansOf } from '../../../kit/words/text/span.ts';
import type { IntentVehicle } from '../intent.ts';
import { AUTONOMOUS_WORDS, KIND_WORDS } from './vehicle-words.ts';

const CM_PER_METRE = 100;
const CM_PER_INCH = 2.54;
const INCHES_PER_FOOT = 12;
/** Lowest and highest possible vehicle. */
const HEIGHT_CM_MIN = 100;
const HEIGHT_CM_MAX = 500;
/** A height without a unit is in metres or, from here on, in centimetres. */
const BARE_CM_MIN = 10;

const TALL = 'tall|high|height|clearance|in height|headroom';
const AFTER =
  `(?:[ -]?${anyOf(TALL)})?(?![\\p{L}\\d])` + `(?! ${anyOf('long|wide|length|in length|of|from')})`;
const FIRST = '(?<![\\d.,])';
/** `for 2 m` may be minutes; `for 2 m high` and `for a 2 m van` are not. */
const NOT_MINUTES = `(?<!\\bfor (?=\\d{1,3} ?m(?![\\p{L}\\d])(?![ -]?${anyOf(
  TALL,
  ...Object.values(KIND_WORDS),
)})))`;
const METRIC = new RegExp(
  `${FIRST}${NOT_MINUTES}(\\d{1,3}(?:[.,]\\d{1,2})?) ?(cm|m|met(?:re|er)s?(?! walk))${AFTER}`,
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
  '\\b(?:height(?:_cm)?|höhe|clearance|tall|high)(?: (?:is|of))?[ :=]{1,3}' +
    "(\\d{1,3}(?:[.,]\\d{1,2})?)(?!\\d| ?(?:ft|feet|foot|'))",
  'gi',
);

const KINDS = Object.entries(KIND_WORDS).map(
  ([kind, pattern]) => [kind as VehicleKind, wholeWord(pattern)] as const,
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

/** The height of the vehicle; the largest when the text names several. */
export function readHeight(text: string): { heightCm: number | null; spans: Span[] } {
  const heights = measuresIn(text, HEIGHTS, { min: HEIGHT_CM_MIN, max: HEIGHT_CM_MAX });
  if (heights.length === 0) return { heightCm: null, spans: [] };
  const heightCm = Math.max(...heights.map(({ value }) => value));
  return { heightCm, spans: heights.map(({ span }) => span) };
}

/** What kind of vehicle is to be parked, and whether it is self-driving. */
export function readKind(text: string): {
  vehicle: Omit<IntentVehicle, 'heightCm'>;
  spans: Span[];
} {
  const kind = KINDS.find(([, pattern]) => spansOf(text, pattern).length > 0)?.[0] ?? null;
  const autonomous = spansOf(text, AUTONOMOUS);
  const spans = [...KINDS.flatMap(([, pattern]) => spansOf(text, pattern)), ...autonomous];
  return { vehicle: { isAutonomous: autonomous.length > 0, kind }, spans };
}

function wholeWord(pattern: string): RegExp {
  return new RegExp(`\\b${anyOf(pattern)}\\b`, 'gi');
}

function decimal(written = '0'): number {
  return decimalOf(written);
}
