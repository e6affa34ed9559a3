import { anyOf } from '../../../kit/words/text/pattern.ts';
import { overlaps, type Span, spanOf } from '../../../kit/words/text/span.ts';
import type { IntentProblem } from '../intent.ts';
import { KIND_WORDS } from '../vehicles/vehicle-words.ts';

const SPACE = `(?:${anyOf(
  'parking|car|ev|av|covered|charging|indoor|autonomous|free',
  'disabled|accessible|wheelchair|handicap(?:ped)?|blue badge',
)} ){0,2}${anyOf('spaces?|spots?|bays?|slots?|stalls?|places?|stellplätze|plazas')}`;
const VEHICLE = `(?:${anyOf('electric|autonomous|self-driving|driverless|delivery')} ){0,2}${anyOf(
  'cars?(?! ?parks?\\b)|vehicles?|evs?|avs?|bikes?',
  ...Object.values(KIND_WORDS),
)}`;
const KEY = anyOf('qty|quantity|spaces?|spots?|bays?', '(?:space_)?count|vehicles|cars');
const COUNTS: readonly RegExp[] = [
  new RegExp(`\\b${KEY}"? ?[:=] ?"?(\\d{1,4})\\b(?![.:]\\d)`, 'gi'),
  new RegExp(`(?<![\\p{L}\\d.:-])(?:x ?)?(\\d{1,4})(?: ?x| ?\\(\\1\\))? ${SPACE}(?!\\p{L})`, 'giu'),
  new RegExp(`(?<![\\p{L}\\d.:-])(\\d{1,4})(?: ?x)? ${VEHICLE}(?!\\p{L})`, 'giu'),
  /(?<![\p{L}\d.:])(?:x ?(\d{1,3})|(\d{1,3}) ?x)(?![\p{L}\d]| (?:an?|per|each) )/giu,
  /\b(?:qty|quantity) (\d{1,4})\b/gi,
];

/** More than one, without a number. */
const PLURAL = new RegExp(
  `(?<!\\p{L})(?:\\p{L}+ )?${anyOf(
    'vehicles|cars(?! ?parks?)|vans|trucks|lorries|bikes|motorbikes',
    'motorcycles|scooters|campers|buses|coaches|minibuses|rvs|evs|avs|taxis|robotaxis|shuttles',
    'suvs|sedans|saloons|hatchbacks|convertibles|autos|pick-?ups(?! )',
    'caravans|mopeds|vespas|teslas',
    'minivans|camper ?vans|motor ?homes',
  )}(?!\\p{L})`,
  'iu',
);
/** Only words that ask for spaces; a question whether there are any does not ask for several. */
const PLURAL_WANTED = new RegExp(
  `\\b${anyOf('need|want|book|reserve|hold|get|grab|save|require|requires|request|keep')}` +
    '(?: (?:me|us|some|the|our|parking))*' +
    ' (?:spaces|spots|bays|slots|stalls)(?!\\p{L})',
  'iu',
);
const KINDS = anyOf(...Object.values(KIND_WORDS));
const TWO_KINDS = new RegExp(
  `\\b${KINDS}(?: \\p{L}+)?(?:,| and| &| plus| \\+|, and) (?:\\p{L}+ ){0,2}${KINDS}\\b`,
  'iu',
);
/** `my car and my wife's`, `mine and hers`. */
const TWO_OWNERS = new RegExp(
  `\\b(?:${KINDS}|mine|ours|yours) (?:and|&|plus|\\+) ${anyOf(
    "(?:(?:my|our|his|her|their|the) )?\\p{L}+'s",
    'mine|ours|yours|his|hers|theirs',
  )}(?! ?\\p{L}*(?:space|spot|bay))`,
  'iu',
);

type Reading = { spaceCount: number | null; spans: Span[]; problem: CountProblem | null };
type CountProblem = IntentProblem & { part: 'space_count' };

/**
 * How many spaces are asked for, even when it is none or too many; null: no number is given, which
 * means one.
 */
export function readSpaceCount(text: string): Reading {
  const counts: { count: number; span: Span }[] = [];
  for (const stated of COUNTS)
    for (const match of text.matchAll(stated)) {
      const span = spanOf(match);
      if (counts.some((one) => overlaps(one.span, span))) continue;
      counts.push({ count: Number(match[1] ?? match[2]), span });
    }
  const [first, ...others] = counts;
  const spans = counts.map(({ span }) => span);
  if (first === undefined) return { spaceCount: null, spans, problem: uncounted(text) };
  const other = others.find(({ count }) => count !== first.count);
  if (other === undefined) return { spaceCount: first.count, spans, problem: null };
  const stated = text.slice(other.span.from, other.span.to);
  const problem = { part: 'space_count', reason: 'contradictory', text: stated } as const;
  return { spaceCount: first.count, spans, problem };
}

function uncounted(text: string): CountProblem | null {
  const forms = [TWO_KINDS, TWO_OWNERS, PLURAL, PLURAL_WANTED];
  const stated = forms.map((form) => form.exec(text)?.[0]).find((one) => one !== undefined);
  return stated === undefined ? null : { part: 'space_count', reason: 'incomplete', text: stated };
}
