import { anyOf } from '../../../kit/words/text/pattern.ts';
import { overlaps, type Span, spanOf, spansOf } from '../../../kit/words/text/span.ts';
import { normalisePlate } from '../../vehicles/plate.ts';
import { announcedPlate } from './announced-plate.ts';
import { isShouted, platesByForm } from './plate-forms.ts';
import { NO_FURTHER, NO_LETTERS } from './plate-words.ts';

/**
 * `spans` are those of all plates, followed by those of VINs. `said` are the plates and the words
 * that announce them. `problems` are words that announce something that is not a plate, and plates
 * after the first.
 */
type PlateReading = {
  plate: string | null;
  spans: Span[];
  stated: Span[];
  problems: { reason: 'unreadable' | 'several'; span: Span }[];
};

const VIN = /\b(?=[A-Z]*\d)(?=\d*[A-Z])[A-HJ-NPR-Z\d]{17}\b/gi;

/** Words that announce a plate. */
const CUE = new RegExp(
  `(?<![\\p{L}\\p{N}_-])${anyOf(
    '(?:(?:vehicle|car|licen[cs]e|number|vanity|custom)[ _-]?)?plates?' +
      '(?: ?(?:number|no\\.?|nr\\.?|id))?',
    '(?:vehicle|car|auto) (?:number|no\\.?)',
    'licen[cs]e(?: (?:number|no\\.?))?',
    'registration(?: (?:number|no\\.?|mark))?',
    'reg(?:o|\\.)?(?: ?(?:number|no\\.?|plate))?',
    '(?:licen[cs]e )?tags?(?: (?:number|no\\.?))?|vr[mn]|(?:kfz-?)?kennzeichen|immatriculation',
    'matr[ií]cula|targa|kenteken|nummerplade|nummerplåt|rejestracja|rendszám|spz',
    'госномер|πινακίδα|[车車]牌(?:[号號]码?|號碼)?|ナンバー|차량번호|ทะเบียน|لوحة',
  )}(?![\\p{L}\\d])"?(?: (?:is|are|was|of|will be))? ?[:=#,]? ?"?`,
  'giu',
);
/** Words that announce a plate, or something else about a vehicle. */
const VEHICLE_IS = /\b(?:my|our|the) (?:car|vehicle|van|truck)(?: is|,|:)? /gi;
/** A plate in its full length. */
const FULL_PLATE = /^(?:(?=(?:.*\p{L}){2})(?=(?:.*\p{Nd}){2})\P{Ll}{5,}|\d{2,3}(?:-\d{2,3}){2})$/u;
const OTHER_LETTERS = new RegExp(`^${NO_LETTERS}`, 'iu');
/** Joins the plates of several vehicles. */
const NEXT = /^(?: ?[,&/+] ?(?:and )?| and )/i;
const JOIN_LENGTH_MAX = 8;
const NEXT_LENGTH_MAX = 20;

/**
 * Reads registration plates: after a word that announces one, or in a form that only plates have.
 * An announced plate has a digit, or is in capitals; single letters are joined. `isCapitals`:
 * whether the whole request is in capitals; `text` may lack parts that were read before.
 */
export function readPlates(text: string, isCapitals = isShouted(text)): PlateReading {
  const vins = spansOf(text, VIN);
  const plates: Span[] = [];
  const stated: Span[] = [];
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
    const isTag = /^tag/i.test(match[0]);
    const cued = platesAt(text, cue.to, isCapitals).filter(
      // A tag is also a day.
      ({ from, to }) => !isTag || /\p{L}/u.test(text.slice(from, to)),
    );
    for (const span of cued) add(span);
    const last = cued.at(-1);
    if (last !== undefined) stated.push({ from: cue.from, to: last.to });
    else if (!isTag && !stated.some((one) => overlaps(one, cue))) {
      const to = cue.to + Math.max(0, text.slice(cue.to).search(/[\s,;.]|$/));
      problems.push({ reason: 'unreadable', span: { from: cue.from, to } });
    }
  }
  for (const cue of text.matchAll(VEHICLE_IS)) {
    const span = announcedPlate(text, spanOf(cue).to, isCapitals);
    const written = span === undefined ? '' : text.slice(span.from, span.to);
    if (span !== undefined && FULL_PLATE.test(written) && !OTHER_LETTERS.test(written)) add(span);
  }
  for (const span of platesByForm(text, isCapitals)) add(span);
  return { plate, spans: [...plates, ...vins], stated: [...stated, ...plates], problems };
}

/** The plates of the list that begins at `from`. */
function platesAt(text: string, from: number, isCapitals: boolean): Span[] {
  const plates: Span[] = [];
  for (let at = from; ; ) {
    const plate = announcedPlate(text, at, isCapitals);
    const [first] = plates;
    if (plate === undefined || (first !== undefined && !isListed(text, first, plate)))
      return plates;
    plates.push(plate);
    const [join] = NEXT.exec(text.slice(plate.to, plate.to + JOIN_LENGTH_MAX)) ?? [];
    if (join === undefined) return plates;
    at = plate.to + join.length;
    if (NO_FURTHER.test(text.slice(at, at + NEXT_LENGTH_MAX))) return plates;
  }
}

/** `plate AB 123, 220 Yonge Street` and `plate AB 123, lot 12` are no lists. */
function isListed(text: string, first: Span, next: Span): boolean {
  const written = text.slice(next.from, next.to);
  if (OTHER_LETTERS.test(written)) return false;
  return /\p{L}/u.test(written) || !/\p{L}/u.test(text.slice(first.from, first.to));
}
