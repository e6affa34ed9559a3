import { type MappedText, sourceOf, take } from '../../../kit/words/text/mapped-text.ts';
import { anyOf } from '../../../kit/words/text/pattern.ts';
import {
  HELD,
  type Span,
  spanOf,
  spansOf,
  TAKEN,
  TAKEN_AMOUNT,
  TAKEN_THING,
  TAKEN_TIME,
} from '../../../kit/words/text/span.ts';
import { IGNORED_PHRASES, ORIGIN, SIGNATURE } from './ignored-phrases.ts';
import { IGNORED_WORDS, OCCASION_WORDS } from './ignored-words.ts';
import { readNoWish } from './no-wish.ts';

/** Replaces words that say nothing. */
const PASSED = '\ue005';
const READ = `[${TAKEN}${TAKEN_THING}${TAKEN_TIME}${TAKEN_AMOUNT}]`;

/** At most this many parts that were not understood are listed. */
const PARTS_MAX = 5;
const PART_LENGTH_MAX = 80;

const TOKEN = new RegExp(`[\\p{L}\\p{N}${HELD}][\\p{L}\\p{M}\\p{N}${HELD}'_-]*|[^\\s]`, 'gu');
/** Signs that divide sentences, keys and lists; `+` and `&` join. */
const PLAIN_SIGN = /^[.,;:!?'"()\-/&@=[\]{}_#+]$/;
const NOTHING = new RegExp(`^(?:${READ}|${PASSED})$`, 'u');
/** An arrow means the same as a dash. */
const ARROW = /-+>|=>/g;
/** Signs that are ignored one by one, but change the meaning here. */
const TELLING_SIGNS = new RegExp(
  `!=|!(?=${READ})|(?<=${TAKEN_TIME} )[AaPp][Mm]\\b|` +
    `(?<=^|[\\p{L}\\d,;:(=${TAKEN}${TAKEN_THING}] |[=:(,;])-(?=${READ})`,
  'gu',
);
/** A state or province in small letters directly after what may be its town: `portland me`. */
const STATE_BEHIND = new RegExp(
  `(?<=${TAKEN},? )(?:me|la|de|hi|co|id|pa|ma|mo|al)(?![\\p{L}'])`,
  'giu',
);
/** `in` and `on` are Indiana and Ontario only at the end of the text. */
const STATE_LAST = new RegExp(`(?<=${TAKEN},? )(?:in|on)(?= ?[,.!?;]?$)`, 'gu');

/** Words that ask for something, or name a space. */
const WISH = new RegExp(
  `(?<!\\p{L})${anyOf(
    'book|reserve|hold|need|needs|want|wants|get|gimme|give|grab|snag|save|secure|request',
    'require|requires|arrange|find|put|like|park|parking|spaces?|spots?|bays?|slots?|stalls?',
  )}(?!\\p{L})`,
  'iu',
);

/** Emoji that only decorate. */
const DECORATION = /(?:[😀-😏🙂😅🤣👋👍🙏🙌🚗🚘🚙🅿❤✨🎉]|[\u{1f3fb}-\u{1f3ff}])/gu;
/** Other emoji, and lines that strike letters through. */
const PICTURE = /\p{Extended_Pictographic}|[\u{335}-\u{338}\u{20e3}]|\p{Regional_Indicator}/u;

/**
 * The parts of the source that were neither understood nor are known to say nothing, in the words
 * of the source. In `rest`, everything that was read is `TAKEN`, and addresses are `HELD`. In
 * `spoken`, which has the same length, only names and plates are.
 */
export function readUnaccounted(source: string, rest: MappedText, spoken: MappedText): string[] {
  const pictures = source.replace(DECORATION, '').match(PICTURE) ?? [];
  const telling = [
    ...[TELLING_SIGNS, STATE_BEHIND, STATE_LAST].flatMap((said) => spansOf(rest.text, said)),
    ...readNoWish(rest.text, spoken.text),
  ];
  const ignored = [...IGNORED_PHRASES, ORIGIN, SIGNATURE].reduce(
    (text, said) => take(text, spansOf(text.text, said), PASSED),
    take(rest, spansOf(rest.text, ARROW), PASSED),
  );
  const isAccounted = WISH.test(spoken.text) ? isWished : isIgnored;
  const tokens = [...ignored.text.matchAll(TOKEN)].filter(({ 0: word }) => !isAccounted(word));
  const parts = joined(rest.text, [...telling, ...tokens.map(spanOf)]);
  const said = parts.map((span) => sourceOf(source, rest, span).slice(0, PART_LENGTH_MAX));
  return [...new Set([...said, ...pictures].filter(Boolean))].slice(0, PARTS_MAX);
}

function isWished(word: string): boolean {
  const owner = word.toLowerCase().replace(/'s$/, '');
  return isIgnored(word) || isIgnored(owner) || OCCASION_WORDS.has(owner);
}

function isIgnored(word: string): boolean {
  if (NOTHING.test(word) || PLAIN_SIGN.test(word)) return true;
  const plain = word.toLowerCase().replace(/[-_']+$/, '');
  return IGNORED_WORDS.has(plain) || plain.split(/[-_]/).every((part) => IGNORED_WORDS.has(part));
}

/** Spans in the order of the text; spans with only spaces between them become one. */
function joined(text: string, spans: readonly Span[]): Span[] {
  const runs: Span[] = [];
  for (const span of spans.toSorted((a, b) => a.from - b.from)) {
    const last = runs.at(-1);
    const isOn = last !== undefined && text.slice(last.to, span.from).trim() === '';
    if (isOn) last.to = Math.max(last.to, span.to);
    else runs.push({ ...span });
  }
  return runs;
}
