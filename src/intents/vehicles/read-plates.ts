import { normalisePlate } from '../../vehicles/plate.ts';
import { anyOf, COUNTED } from '../text/pattern.ts';
import { overlaps, type Span, spanOf, spansOf } from '../text/span.ts';

/**
 * `spans` are those of all plates, followed by those of VINs. `said` are the plates and the words
 * that announce them. `problems` are words that announce something that is not a plate, and plates
 * after the first.
 */
type PlateReading = {
  plate: string | null;
  spans: Span[];
  said: Span[];
  problems: { reason: 'unreadable' | 'several'; span: Span }[];
};

const VIN = /\b(?=[A-Z]*\d)(?=\d*[A-Z])[A-HJ-NPR-Z\d]{17}\b/gi;

/** Words that announce a plate. */
const CUE = new RegExp(
  `(?<![\\w-])${anyOf(
    '(?:(?:vehicle|car|licen[cs]e|number|vanity|custom)[ _-]?)?plates?' +
      '(?: ?(?:number|no\\.?|nr\\.?|id))?',
    '(?:vehicle|car|auto) (?:number|no\\.?)',
    'licen[cs]e(?: (?:number|no\\.?))?',
    'registration(?: (?:number|no\\.?|mark))?',
    'reg(?:o|\\.)?(?: ?(?:number|no\\.?|plate))?',
    '(?:licen[cs]e )?tags?(?: (?:number|no\\.?))?|vr[mn]|(?:kfz-?)?kennzeichen|immatriculation',
    'matr[ií]cula|targa|kenteken',
  )}(?![\\p{L}\\d])"?(?: (?:is|are|was|of|will be))? ?[:=#,]? ?"?`,
  'giu',
);
/** Words that announce a plate, or something else about a vehicle. */
const VEHICLE_IS = /\b(?:my|our|the) (?:car|vehicle|van|truck) is /gi;
/** The usual full form of a plate. */
const FULL_PLATE = /^(?=(?:.*[A-Z]){2})(?=(?:.*\d){2})[A-Z\d -]{5,12}$/;
/** Joins the plates of several vehicles. */
const NEXT = /^(?: ?[,&/+] ?(?:and )?| and )/i;
const PART = /^[ -]?([\p{L}\d]{1,10})(?![\p{L}\d])(?!:\d|['.]\d)/u;
const UNIT = new RegExp(
  `^ ?-? ?${anyOf(COUNTED, 'dollars?|bucks?|euros?|pounds?|quid|cents?|usd|cad|eur|gbp')}\\b`,
  'i',
);
/** Words that end a list of plates: `plate AB 123, max 3 dollars`. */
const NO_FURTHER = new RegExp(
  `^${anyOf(
    'max|maximum|min|up|under|below|less|over|about|around|until|till|then|or',
    'height|high|tall',
  )}\\b`,
  'i',
);
/** Words that never continue a plate. */
const NO_PART = new RegExp(
  `^${anyOf(
    'for|at|the|and|now|pls|plz|thx|in|on|to|by|of|is|my|til|till|from|near|nr|car|van|ev|av',
    'usd|cad|eur|gbp|\\d+(?:h|hrs?|m|mins?|d|am|pm)',
  )}$`,
  'i',
);

/**
 * The form of registrations of some country, and of nothing else: needs no word that announces it.
 */
const UNMISTAKABLE = new RegExp(
  `(?<![\\w$€£#.:/-])${anyOf(
    '[A-Z]{2}\\d{2} ?[A-Z]{3}|\\d[A-Z]{3}\\d{3}',
    '[A-Z]{3,4}[ -]?\\d{3,4}|[A-Z]{1,3}-[A-Z]{1,2} \\d{1,4}',
  )}(?![\\w:/-]|\\.\\d)`,
  'g',
);
/** Capitals before a number that are not part of a plate. */
const NO_PLATE = new RegExp(
  `^${anyOf(
    'HWY|PIER|GATE|EXIT|UNIT|ROOM|ROW|LOT|BAY|ZONE|LVL|APT|BLDG|HALL|DOCK|DOOR|NYC|LAX|SFO',
    'USD|CAD|EUR|GBP|AUD|JPY|INR|MAX|TILL?|FROM|FOR|ETA|ETD|ARR|DEP|NEED|PARK|SPOT|NEAR|RATE|COST',
    'MON|TUES?|WED|THUR?S?|FRI|SAT|SUN|[ECMP][SD]T|GMT|UTC|CES?T|VAN|CAR|SUV|BUS|REF|CODE|TEL|FLAT',
    'JAN|FEB|MAR|APR|MAY|JUNE?|JULY?|AUG|SEPT?|OCT|NOV|DEC',
  )}`,
);
const LETTERS = /^[A-Z]+$/;
/** Words that mean that there is no plate yet. */
const PLACEHOLDER =
  /^(?:TB[ACD]|NONE|NULL|NIL|NAN|NO|UNKNOWN|UNDEFINED|PENDING|LATER|SAME|MISSING|X+)$/;
const PLATE_LENGTH_MIN = 3;
const PLATE_LENGTH_MAX = 10;
const JOIN_LENGTH_MAX = 8;
/** Longest part together with what decides whether it is one. */
const PART_LENGTH_MAX = 14;

/**
 * Reads registration plates: after a word that announces one, or in a form that only plates have.
 * An announced plate has a digit, or is in capitals; single letters are joined.
 */
export function readPlates(text: string): PlateReading {
  const vins = spansOf(text, VIN);
  const plates: Span[] = [];
  const said: Span[] = [];
  const problems: PlateReading['problems'] = [];
  let plate: string | null = null;
  const add = (span: Span) => {
    if ([...vins, ...plates].some((one) => overlaps(span, one))) return;
    plates.push(span);
    const other = normalisePlate(text.slice(span.from, span.to)) ?? null;
    if (plate !== null && other !== plate) problems.push({ reason: 'several', span });
    plate ??= other;
  };
  for (const match of text.matchAll(CUE)) {
    const cue = spanOf(match);
    // Read with its list already, so that each list is read only once.
    if (plates.some((one) => overlaps(one, cue))) continue;
    const cued = platesAt(text, cue.to);
    for (const span of cued) add(span);
    const last = cued.at(-1);
    if (last !== undefined) said.push({ from: cue.from, to: last.to });
    else if (!/^tag/i.test(match[0]) && !said.some((one) => overlaps(one, cue))) {
      const to = cue.to + Math.max(0, text.slice(cue.to).search(/[\s,;.]|$/));
      problems.push({ reason: 'unreadable', span: { from: cue.from, to } });
    }
  }
  for (const cue of text.matchAll(VEHICLE_IS)) {
    const span = plateAt(text, spanOf(cue).to);
    if (span !== undefined && FULL_PLATE.test(text.slice(span.from, span.to))) add(span);
  }
  // In a text all in capitals, every word before a number would look like a plate.
  if (/[a-z]/.test(text)) {
    for (const match of text.matchAll(UNMISTAKABLE))
      if (!NO_PLATE.test(match[0])) add(spanOf(match));
  }
  return { plate, spans: [...plates, ...vins], said: [...said, ...plates], problems };
}

/** The plates of the list that begins at `from`. */
function platesAt(text: string, from: number): Span[] {
  const plates: Span[] = [];
  for (let at = from; ; ) {
    const plate = plateAt(text, at);
    if (plate === undefined) return plates;
    plates.push(plate);
    const [join] = NEXT.exec(text.slice(plate.to, plate.to + JOIN_LENGTH_MAX)) ?? [];
    if (join === undefined) return plates;
    at = plate.to + join.length;
    if (NO_FURTHER.test(text.slice(at, at + PART_LENGTH_MAX))) return plates;
  }
}

/** The plate that begins at `from`, with all its parts. */
function plateAt(text: string, from: number): Span | undefined {
  const isShouted = !/[a-z]/.test(text);
  let end = from;
  let joined = '';
  let plate: Span | undefined;
  for (;;) {
    const [whole, part] = PART.exec(text.slice(end, end + PART_LENGTH_MAX)) ?? [];
    if (whole === undefined || part === undefined) return plate;
    const after = text.slice(end + whole.length, end + whole.length + PART_LENGTH_MAX);
    const isOther = UNIT.test(after) || (whole.startsWith(' ') && /^-\d/.test(after));
    if (joined !== '' && (isOther || !continues(joined, part))) return plate;
    joined += part;
    end += whole.length;
    if (isPlate(joined, isShouted)) plate = { from, to: end };
  }
}

function continues(joined: string, part: string): boolean {
  if (joined.length + part.length > PLATE_LENGTH_MAX) return false;
  if (/[A-Z]/.test(joined) && /[a-z]/.test(part)) return false;
  // Before the first number, capitals are a part even if they are a word: B AV 2041.
  const isBeforeNumber = !/\d/.test(joined) && LETTERS.test(part);
  if (NO_PART.test(part) && !isBeforeNumber) return false;
  if (part.length === 1) return true;
  if (/\d/.test(part)) return part.length <= 5;
  if (part === part.toUpperCase()) return part.length <= 4 && LETTERS.test(part);
  return part.length <= 3 && /\d/.test(joined);
}

/** With a digit, or a vanity plate in capitals, if the rest of the text is not in capitals. */
function isPlate(joined: string, isShouted: boolean): boolean {
  if (joined.length < PLATE_LENGTH_MIN || normalisePlate(joined) === undefined) return false;
  return /\d/.test(joined) || (!isShouted && LETTERS.test(joined) && !PLACEHOLDER.test(joined));
}
