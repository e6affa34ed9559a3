import { readRegions } from '../../places/regions.ts';
import { HELD, type Span, spanOf } from '../text/span.ts';
import { FILLER_WORDS, isNameWord } from './filler-words.ts';
import { CUE_WORDS_MAX, DETERMINER, PLACE_CUES, type Relation } from './place-cues.ts';
import { PARKING_WORDS } from './place-kinds.ts';

/** Words that continue a name. */
const INSIDE_NAME = /^(?:and|und|et|of|de|du|des|la|le|the|am|an|der|den|upon|y)$/i;
const ABBREVIATION = /^(?:st|ste|str|ave|rd|dr|mt|ft|blvd|pl|sq|no|jr|[a-z])$/i;
const TOKEN = new RegExp(
  `(?<word>[\\p{L}\\p{N}${HELD}@][\\p{L}\\p{M}\\p{N}${HELD}'’_-]*)|(?<comma>,)|(?<dot>\\.)|` +
    '(?<joint>&)|(?<other>[^\\s])',
  'gu',
);

/** No name has more tokens; a longer run is several names. */
const NAME_TOKENS_MAX = 24;

export type Token = Span & { kind: 'word' | 'comma' | 'joint' | 'break'; text: string };

/**
 * Words that belong together, with their first and last token and the relation of the words before
 * them; null: none. `isAfterComma`: only a comma separates them from the piece before.
 */
export type Piece = Span & {
  relation: Relation | null;
  isAfterComma: boolean;
  first: number;
  last: number;
};

export function tokensOf(text: string): Token[] {
  const tokens: Token[] = [];
  for (const match of text.matchAll(TOKEN)) {
    const { word, comma, dot, joint } = match.groups ?? {};
    const last = tokens.at(-1);
    // A dot that does not end a sentence: St. John's, 12 May St. Seattle.
    const isShort = last?.kind === 'word' && ABBREVIATION.test(last.text);
    if (dot !== undefined && (isShort || text[match.index + 1] === ',')) continue;
    const span = spanOf(match);
    if (word !== undefined) tokens.push({ ...span, kind: 'word', text: word });
    else if (comma !== undefined) tokens.push({ ...span, kind: 'comma', text: ',' });
    else if (joint !== undefined) tokens.push({ ...span, kind: 'joint', text: '&' });
    else tokens.push({ ...span, kind: 'break', text: match[0] });
  }
  return tokens;
}

/**
 * Every run of words that may be a name. `isShouted`: the whole text is in capitals, so capitals
 * say nothing.
 */
export function piecesOf(tokens: readonly Token[], isShouted: boolean): Piece[] {
  const pieces: Piece[] = [];
  const cues = cuesIn(tokens, isShouted);
  let relation: Relation | null = null;
  for (let index = 0; index < tokens.length; ) {
    const cue = cues[index];
    if (cue !== undefined) {
      relation = cue.relation;
      index = skipDeterminers(tokens, index + cue.length);
      continue;
    }
    const last = pieceEnd(tokens, cues, index, { isCued: relation !== null, isShouted });
    const [from, to] = [tokens[index], tokens[last]];
    if (from !== undefined && to !== undefined && last >= index) {
      const isAfterComma = tokens[index - 1]?.kind === 'comma' && pieces.at(-1)?.last === index - 2;
      const span = { from: from.from, to: to.to };
      pieces.push({ ...span, relation, isAfterComma, first: index, last });
      index = last;
    }
    // A word of place applies only to the piece after it.
    relation = null;
    index += 1;
  }
  return pieces;
}

type Cue = { relation: Relation; length: number };

/** For each token the longest cue that begins there. */
function cuesIn(tokens: readonly Token[], isShouted: boolean): (Cue | undefined)[] {
  return tokens.map((_, index) => {
    if (isRegion(tokens, index, isShouted)) return undefined;
    let cue: Cue | undefined;
    let phrase = '';
    for (let length = 1; length <= CUE_WORDS_MAX; length += 1) {
      const token = tokens[index + length - 1];
      if (token?.kind !== 'word') break;
      phrase += `${length === 1 ? '' : ' '}${token.text.toLowerCase()}`;
      const relation = PLACE_CUES.get(phrase);
      if (relation !== undefined) cue = { relation, length };
    }
    return cue;
  });
}

/** Skips an article before a word, but not a final `LA`. */
function skipDeterminers(tokens: readonly Token[], from: number): number {
  let index = from;
  while (DETERMINER.test(tokens[index]?.text ?? '') && tokens[index + 1]?.kind === 'word')
    index += 1;
  return index;
}

type Manner = { isCued: boolean; isShouted: boolean };

/** The last token of the piece that begins at `first`; less than `first` when none begins there. */
function pieceEnd(
  tokens: readonly Token[],
  cues: readonly (Cue | undefined)[],
  first: number,
  manner: Manner,
): number {
  const end = Math.min(tokens.length, first + NAME_TOKENS_MAX);
  let last = first - 1;
  let hasName = false;
  for (let index = first; index < end; index += 1) {
    const token = tokens[index];
    if (token === undefined || token.kind === 'break' || token.kind === 'comma') break;
    if (token.kind === 'joint' || (hasName && INSIDE_NAME.test(token.text))) {
      // It joins two names, or is not part of one.
      const next = tokens[index + 1];
      if (!hasName || next?.kind !== 'word' || !isName(next.text, manner)) break;
      continue;
    }
    if (index > first && cues[index] !== undefined) break;
    const isNamed = isName(token.text, manner) || isRegion(tokens, index, manner.isShouted);
    if (!isNamed && !isBesideName(token.text, { ...manner, hasName })) break;
    hasName ||= isNamed;
    last = index;
  }
  return hasName ? last : first - 1;
}

/**
 * `ME` after a town is Maine, and `OR` is Oregon; in a text all in capitals, only after a comma.
 */
function isRegion(tokens: readonly Token[], index: number, isShouted: boolean): boolean {
  const before = tokens[index - 1];
  const text = tokens[index]?.text ?? '';
  const isBehind = before?.kind === 'comma' || (!isShouted && isProper(before?.text ?? ''));
  return isBehind && /^[A-Z]{2}$/.test(text) && readRegions([text.toLowerCase()]) !== undefined;
}

function isProper(word: string): boolean {
  return /^\p{Lu}\p{Ll}{2}/u.test(word);
}

/** After a word of place, capitals make most words part of a name: `at the Good Hotel`. */
function isName(word: string, { isCued, isShouted }: Manner): boolean {
  if (word.includes(HELD) || isNameWord(word)) return true;
  return isCued && isProper(word) && !isShouted && FILLER_WORDS.has(word.toLowerCase());
}

/**
 * Whether a word can begin or continue a name: `Green P 36`, `Parkhaus X`, but not `parking
 * Boston`.
 */
function isBesideName(word: string, { isCued, hasName }: Manner & { hasName: boolean }): boolean {
  if (PARKING_WORDS.has(word.toLowerCase())) return hasName || isCued || /^\p{Lu}/u.test(word);
  return hasName && /^\d+[a-z]?$/i.test(word);
}
