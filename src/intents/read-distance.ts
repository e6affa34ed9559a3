import { type Span, spanOf } from './mapped-text.ts';
import { anyOf } from './pattern.ts';

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
/** Metres a walker goes in a minute: 4.8 km/h. */
const WALK_M_PER_MINUTE = 80;
const WALKING_DISTANCE_M = 800;
/** A vehicle is as high as less is; no one asks for a lot as near. */
const WITHIN_M_MIN = 10;
const WITHIN_M_MAX = 50_000;

const CEILING = anyOf('(?:with)?in|less than|under|at most|up to|radius(?: of)?', 'max(?:imum)?');
const UNIT = anyOf(...Object.keys(METRES_BY_UNIT).map((unit) => `${unit}s?`));
const DISTANCE = new RegExp(
  `(?:\\b${CEILING})?[ :=]{0,2}\\b(\\d{1,5}(?:[.,]\\d{1,2})?|half an?|an?) ?-?(${UNIT})\\b` +
    '(?= (?:of|from|to|away|around|radius|walk|max)|[ ,]*$)',
  'gi',
);
const WALK = new RegExp(
  `\\b(?:within )?(?:an? )?(\\d{1,3})[ -]?min(?:ute)?s?'?[ -]${anyOf(
    'walk(?:ing)?|stroll|on foot',
  )}(?: distance)?\\b`,
  'gi',
);
const WALKING = /\b(?:within )?(?:easy |short )?walking distance\b/gi;

/** How far from its place the lot may be: `within 500 m of`, `a 5 minute walk from`; metres. */
export function readDistance(text: string): { withinM: number | null; spans: Span[] } {
  const found = [
    ...distances(text, WALK, ([, minutes]) => Number(minutes) * WALK_M_PER_MINUTE),
    ...distances(text, DISTANCE, ([, number, unit]) => numberOf(number) * metresOf(unit)),
    ...distances(text, WALKING, () => WALKING_DISTANCE_M),
  ];
  const [first] = found;
  if (first === undefined) return { withinM: null, spans: [] };
  return { withinM: first.withinM, spans: found.map(({ span }) => span) };
}

function distances(text: string, said: RegExp, toMetres: (match: RegExpExecArray) => number) {
  return [...text.matchAll(said)]
    .map((match) => ({ withinM: Math.round(toMetres(match)), span: spanOf(match) }))
    .filter(({ withinM }) => withinM >= WITHIN_M_MIN && withinM <= WITHIN_M_MAX);
}

function numberOf(said = ''): number {
  if (/^half/i.test(said)) return 0.5;
  return /^a/i.test(said) ? 1 : Number(said.replace(',', '.'));
}

function metresOf(unit = ''): number {
  const one = unit.toLowerCase();
  return METRES_BY_UNIT[one] ?? METRES_BY_UNIT[one.replace(/s$/, '')] ?? 0;
}
