import { type MappedText, rewrite } from '../text/mapped-text.ts';
import { anyOf } from '../text/pattern.ts';

/** How the words after a word of place relate to where the lot should be. */
export type Relation = 'at' | 'near' | 'in' | 'elsewhere';

const CUES_BY_RELATION: Readonly<Record<Relation, string>> = {
  at:
    'at,@,on,inside,into,to,going to,heading to,headed to,onto,reach,reaching,visit,visiting,' +
    'away of,of',
  near:
    'near,nearby,close,near to,near of,in the near of,nearest to,close to,close by,closest to,' +
    'next to,around,round,by,beside,besides,opposite,outside,along,off,walking distance of,' +
    'walking distance to,within walking distance of,vicinity of,' +
    'in the vicinity of,in the area of,around the corner from,across from,adjacent to,' +
    'in front of,not far from,within reach of,steps from,from near,walk to,walk of',
  in: 'in,within,downtown,somewhere in,anywhere in',
  elsewhere:
    'from,in from,out of,left,leaving,via,not at,not in,instead of,except,coming from,' +
    'driving from,instead',
};

/** Phrases of place, of up to five words, and what they mean. */
export const PLACE_CUES: ReadonlyMap<string, Relation> = new Map(
  Object.entries(CUES_BY_RELATION).flatMap(([relation, cues]) =>
    cues.split(',').map((cue) => [cue, relation as Relation] as const),
  ),
);
export const CUE_WORDS_MAX = 5;

/** May be between a word of place and the name. */
export const DETERMINER =
  /^(?:the|a|an|my|our|your|this|that|their|like|uh|um|er|der|die|das|den|dem|le|la|les)$/i;

/** Only fillers, although they begin with a word of place. */
export const PHRASES_OF_NO_PLACE = new RegExp(
  `\\b${anyOf(
    'at (?:least|most|all|once|work|home|any|about|around|like|this|that|your)',
    'at the (?:moment|latest|earliest)',
    'in (?:advance|case|total|and out|a|an|one|my|our|which|time|about|like)',
    'on (?:time|my way|our way|the way|it|file|foot|demand)',
    'by (?:the way|car|then|now|chance)',
    'to (?:be|do|go|get|see|the)? ?(?:park|leave|stay|charge|pay|have|reserve|book|hold)',
    'to (?:be|do|go|get|see|the)? ?(?:get|keep|make|find|pick|drop|each other)',
    'next to each other|side by side|a?round (?:the clock|trip)|off (?:work|site)',
  )}\\b`,
  'gi',
);

/** Says that the words before it do not count. */
const CORRECTION = new RegExp(
  `\\b${anyOf(
    'no sorry|sorry|i mean|i meant|scratch that|correction|no wait|wait no|actually no|make that',
    '(?:ignore|forget|never ?mind) (?:that|it|this)',
  )}\\b`,
  'gi',
);

/**
 * A distance before `from` means around the place; otherwise `from` says where the driver comes
 * from.
 */
const SO_FAR_FROM = new RegExp(
  `(?<!\\p{L})(${anyOf(
    'm|met(?:re|er)s?|kilomet(?:re|er)s?|km|mi|miles?|yards?|ft|feet|blocks?',
    'walk|stroll|on foot|walking distance',
    '(?:hours?|hrs?|h|minutes?|mins?|m|km|miles?|blocks?) away',
  )}) from (?!\\d)`,
  'giu',
);

/** The text with `of` in place of `from` after a distance. */
export function writeDistancesOf(mapped: MappedText): MappedText {
  return rewrite(mapped, SO_FAR_FROM, ([, far]) => `${far} of `);
}

/** `the nearest bay to`. */
const NEAREST_TO = /\b(?:nearest|closest)(?: \p{L}+){1,3} to(?: the)? ?$/iu;
/** How many characters before a name are read. */
const REACH = 64;

/** The relation of the words before a name to it; undefined: none. */
export function relationBefore(text: string): Relation | undefined {
  const before = text.slice(-REACH).replace(SO_FAR_FROM, '$1 of ');
  if (NEAREST_TO.test(before)) return 'near';
  const words = before.toLowerCase().match(/[\p{L}@]+/gu) ?? [];
  while (DETERMINER.test(words.at(-1) ?? '')) words.pop();
  for (let length = Math.min(CUE_WORDS_MAX, words.length); length >= 1; length -= 1) {
    const relation = PLACE_CUES.get(words.slice(-length).join(' '));
    if (relation !== undefined) return relation;
  }
  return undefined;
}

/** Excludes the place that comes next. */
const RULING_OUT = new RegExp(
  `(?<!\\p{L})(?:${anyOf(
    '(?:but )?(?:definitely |certainly |please )?(?:not|never)|anything but',
    'except(?:ing)?(?: for)?',
    'excluding|other than|instead of|rather than|as opposed to|avoid(?:ing)?|without|no',
  )})(?: ${anyOf('at|in|on|the|near|to|going|using')}){0,3} ?$`,
  'iu',
);

/** The words before a name that exclude it; undefined: none do. */
export function rulingOut(before: string): string | undefined {
  return RULING_OUT.exec(before.slice(-REACH))?.[0];
}

/**
 * Where the valid part of the text begins: at the last word that takes back the words before it.
 */
export function correctionAt(text: string): number {
  return [...text.matchAll(CORRECTION)].at(-1)?.index ?? 0;
}
