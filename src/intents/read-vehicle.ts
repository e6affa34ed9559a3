import type { IntentVehicle, VehicleKind } from './intent.ts';
import { type Span, spanOf } from './mapped-text.ts';
import { anyOf } from './pattern.ts';

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

const KINDS: readonly (readonly [VehicleKind, RegExp])[] = [
  ['rv', words('rvs?|camper ?vans?|campers?|motor ?homes?|caravans?|wohnmobile?')],
  ['bus', words('bus(?:es)?|mini-?bus(?:es)?|coach(?:es)?|shuttles?')],
  [
    'truck',
    words('trucks?|lorr(?:y|ies)|pick-?ups?(?! (?:at|him|her|them|from|up))|semis?|lkw|hgv'),
  ],
  ['van', words('vans?|mini-?vans?|transit|sprinter|transporter')],
  ['motorcycle', words('motor-?cycles?|motor-?bikes?|motos?|scooters?|mopeds?|vespas?')],
  [
    'car',
    words(
      'cars?(?![ -]?parks?\\b| parking)|autos?|sedans?|hatchbacks?|suvs?|saloons?|convertibles?',
      'elektroauto|tesla|taxis?|robo-?taxis?|voiture|pkw',
    ),
  ],
];
const AUTONOMOUS = words(
  'self[- ]?dri(?:ving|ven)|autonomous(?:ly)?|robo-?taxis?|driverless|avs?|waymo',
);

function words(...alternatives: string[]): RegExp {
  return new RegExp(`\\b${anyOf(...alternatives)}\\b`, 'i');
}

/** What kind of vehicle is to be parked, and how high it is. */
export function readVehicle(text: string): { vehicle: IntentVehicle; spans: Span[] } {
  const found = [
    ...heights(
      text,
      METRIC,
      ([, number, unit]) => decimal(number) * (unit?.toLowerCase() === 'cm' ? 1 : 100),
    ),
    ...heights(text, METRES_AND_CM, ([, metres, cm]) => decimal(metres) * 100 + decimal(cm)),
    ...heights(text, FEET, ([, feet, inches]) =>
      inchesToCm(decimal(feet) * INCHES_PER_FOOT + decimal(inches)),
    ),
    ...heights(text, INCHES, ([, inches]) => inchesToCm(decimal(inches))),
    ...heights(text, BARE, ([, number]) =>
      decimal(number) < BARE_CM_MIN ? decimal(number) * 100 : decimal(number),
    ),
  ];
  const kind = KINDS.find(([, said]) => said.test(text))?.[0] ?? null;
  const heightCm = found[0]?.heightCm ?? null;
  return {
    vehicle: { isAutonomous: AUTONOMOUS.test(text), heightCm, kind },
    spans: found.map(({ span }) => span),
  };
}

function heights(text: string, said: RegExp, toCm: (match: RegExpExecArray) => number) {
  return [...text.matchAll(said)]
    .map((match) => ({ heightCm: Math.round(toCm(match)), span: spanOf(match) }))
    .filter(({ heightCm }) => heightCm >= HEIGHT_CM_MIN && heightCm <= HEIGHT_CM_MAX);
}

function decimal(number = '0'): number {
  return Number(number.replace(',', '.'));
}

function inchesToCm(inches: number): number {
  return inches * CM_PER_INCH;
}
