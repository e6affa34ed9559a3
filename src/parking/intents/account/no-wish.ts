import { anyOf } from '../../../kit/words/text/pattern.ts';
import {
  type Span,
  spansOf,
  TAKEN,
  TAKEN_THING,
  TAKEN_TIME,
} from '../../../kit/words/text/span.ts';
import { KIND_WORDS } from '../vehicles/vehicle-words.ts';

const NAME = `(?:the )?${TAKEN}`;
const THEIRS = '(?:my|our|his|her|their)';
const SOMEBODY = '(?:he|she|they|someone|somebody|anyone|anybody)';
const SPACE = '(?:space|spot|bay|place|slot|stall|hold|reservation|booking)';

/** Words that are ignored one by one, but together are not a wish to hold a space. */
const PHRASES: readonly string[] = [
  // A space that is held already needs no hold: `drop my hold at`, `I have a space at`.
  `(?:${THEIRS}|the|that|this) (?:holds?|reservation|booking)|${THEIRS} (?:space|spot|bay)`,
  `(?:(?:is|are|am)|(?:i|we|they)'(?:m|re)) (?:parked |already )?at(?= ${NAME})`,
  "(?<!(?:can|could|may|might|should|shall|would|must|will|do|to|if|let|'d|'ll) )" +
    `(?:i|we|${SOMEBODY})(?:(?:'ve| have| has)(?: got)?| got)` +
    `(?: (?:an? |the |${THEIRS} )?${SPACE}|(?= ${NAME}))`,
  '(?:thanks|thank you|thx|ty|ta|cheers) (?:so much |a lot |very much )?for' +
    `(?= (?:the |an? |${THEIRS} )?(?:(?:${SPACE}|parking)\\b|` +
    `[${TAKEN}${TAKEN_THING}${TAKEN_TIME}]))`,
  `(?:i|we|${SOMEBODY}) needed`,
  // `at the game` or `near me` is a place, but the text does not say where it is.
  '(?:at|near|close to|closest to|next to|beside|by|around|opposite)' +
    ` (?:(?:the|an?|${THEIRS}) )?${anyOf(
      'game|match|concert|gig|show|party|wedding|recital|dentist|doctor|meetings?|ferry|flight',
      'train|plane|appointment|job',
    )}`,
  '(?:near|close to|closest to|next to) (?:me|us|you|here|there|him|her|them)',
  // Asks for advice, for the way or for a fact, or sets a condition.
  `(?<!(?:where|when|what|how|which) )should (?:i|we|you|it|there|the|${SOMEBODY}|${THEIRS})`,
  `should (?=${TAKEN})|which is(?= ${NAME})`,
  '(?<!(?:where|how) )(?:am i|are we|have i|have we|do i|do we)(?! (?:need|able|allowed|to))',
  `(?:is|are) ${SOMEBODY}|${SOMEBODY}(?: is| are|'s|'re) (?:at|in|on)(?= ${NAME})`,
  '(?:where|how) (?:can|could|do|should|may|might|would|must) (?:i|we|you|one)' +
    ` (?:find|see|reach|visit|get|come|go|drive)(?: to| in| at)?(?= ${NAME})`,
  // Asks when a lot is open, not for a space on it.
  `(?:is|are|was|will|does|do) ${NAME}+ (?:be |still |already |even )*(?:open|clos)\\p{L}*`,
  // Describes a place.
  `${TAKEN} (?:is|are|will|has)(?! (?:${TAKEN_THING}|there|it|ok|okay|possible))`,
  `(?<!if )there (?:is|are) (?:(?:an?|some) )?${SPACE}s?`,
  // Allows or orders what other people do.
  '(?:guests?|visitors?|customers?|clients?|people|drivers?|users?|friends|parents|you|they)' +
    ' (?:may|can|must|should|shall)',
  // Postpones, or is only a figure of speech.
  '(?<!\\ban? )hold (?:on|off|up|back)|spare me|keep (?:off|out)|yeah,? right',
  `say (?:hello|hi|hey|bye|goodbye) to|going (?:by|past)(?= ${NAME})|set(?= ${NAME})`,
  // Asks for something other than a space: a meeting, a ride, help, the parked car.
  `(?:see|meet)(?:ing)?(?: (?:you|me|us|him|her|them|at)|(?= ${NAME}))`,
  `(?:find(?:ing)?|open|look(?:ing)? at)(?= ${NAME})|keep ${NAME}+ (?:open|free)|see about`,
  'wait(?:ing)? for (?:me|us|him|her|them|you)',
  '(?:drive|bring|take|fly|get) (?:me|us|him|her|them) (?:to|from|home)(?! park)',
  `(?:find|get|see|look(?:ing)? for|search(?:ing)? for) ${THEIRS} ${TAKEN_THING}+` +
    '(?! (?:in|into|on|charged|parked))',
  '(?:need|want|request|require|requires|any|some) help' +
    `|help (?:(?:me|us) )?(?:at|in|on)(?= ${NAME})`,
  // `anything save X`
  `(?:any\\p{L}*|every\\p{L}*|all|lots?|spaces?|spots?|places?|${TAKEN}),? save`,
];
const PATTERNS = PHRASES.map(
  (pattern) => new RegExp(`(?<![\\p{L}'])(?:${pattern})(?!\\p{L})`, 'giu'),
);
/** The letter of a second lot: `Lot A or B`, `Lot A/B`. */
const OTHER_LETTER = new RegExp(
  `(?<=${TAKEN} ?(?:[,/&+-]|and) ?)(?:[b-hj-tv-z]|a(?! ?[^\\s.,;!?]))(?![\\p{L}\\d'])`,
  'giu',
);
/** Asks for a vehicle, not for a space: `book a taxi to`, `hire a car at`. */
const VEHICLE_WANTED = new RegExp(
  `\\b(?:book|order|call|need|want|get|find|hire|request|catch|take|reserve|arrange|grab)` +
    `(?: (?:me|us))? (?:an?|some|any) (?:${anyOf(...Object.values(KIND_WORDS))})` +
    '(?! (?:park|spa|spot|bay|pla|slot|sta|lot|room|garage|charg|friendly|\\d))(?!\\p{L})',
  'giu',
);

/**
 * The parts where words that are ignored one by one say that no space is to be held. `rest` is the
 * text in which everything that was read is `TAKEN` or a similar sign; `spoken` is the same text
 * with its words.
 */
export function readNoWish(rest: string, spoken: string): Span[] {
  return [
    ...[...PATTERNS, OTHER_LETTER].flatMap((pattern) => spansOf(rest, pattern)),
    ...spansOf(spoken, VEHICLE_WANTED),
  ];
}
