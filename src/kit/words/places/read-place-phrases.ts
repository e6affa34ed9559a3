import { plainName } from '../../places/plain-name.ts';
import { readRegions } from '../../places/regions.ts';
import { type MappedText, sourceOf } from '../text/mapped-text.ts';
import { blank, type Span, spansOf } from '../text/span.ts';
import type { PlacePhrase } from '../wish.ts';
import { correctionAt, DETERMINER, PHRASES_OF_NO_PLACE, PLACE_CUES } from './place-cues.ts';
import { LANDMARK_WORDS } from './place-kinds.ts';
import { type Piece, piecesOf, type Token, tokensOf } from './place-pieces.ts';

const PHRASES_MAX = 8;
/** UTF-16 units; no name with its town is longer. */
const PHRASE_LENGTH_MAX = 250;

/**
 * The words that may name where the lot should be, by the word of place before them: `at`, `near`,
 * `in`. In `mapped`, what was read already is `TAKEN` and addresses are `HELD`. Words without a
 * word of place count only when there are no others.
 */
export function readPlacePhrases(source: string, mapped: MappedText): PlacePhrase[] {
  const text = blank(mapped.text, spansOf(mapped.text, PHRASES_OF_NO_PLACE));
  const tokens = tokensOf(text);
  const pieces = withFullNames(piecesOf(tokens, !/\p{Ll}/u.test(text)), text);
  const groups = groupsOf(
    tokens,
    pieces.filter(({ relation }) => relation !== 'elsewhere'),
  );
  const correction = correctionAt(text);
  const corrected = groups.filter(([first]) => (first?.from ?? 0) >= correction);
  const counting = corrected.length > 0 ? corrected : groups;
  const cued = counting.filter((group) => group.some(({ relation }) => relation !== null));
  const phrases = (cued.length > 0 ? cued : counting)
    .toSorted((a, b) => rankOfGroup(a) - rankOfGroup(b))
    .flatMap((group) => phrasesOf(group, (span) => sourceOf(source, mapped, span)));
  const seen = new Set<string>();
  return phrases
    .filter(({ text: one }) => one.length <= PHRASE_LENGTH_MAX)
    .filter(({ text: one }) => !seen.has(one) && seen.add(one) !== undefined)
    .slice(0, PHRASES_MAX);
}

/**
 * `the airport` means the one whose full name is elsewhere in the text: `from Heathrow Airport`.
 */
function withFullNames(pieces: readonly Piece[], text: string): Piece[] {
  const wordsOf = ({ from, to }: Span) => text.slice(from, to).toLowerCase().split(' ');
  const fullNames = new Map<string, Piece>();
  for (const piece of pieces) {
    const words = wordsOf(piece);
    for (let begin = 1; begin < words.length; begin += 1) {
      const ending = words.slice(begin).join(' ');
      if (!fullNames.has(ending)) fullNames.set(ending, piece);
    }
  }
  return pieces.map((piece) => {
    const words = wordsOf(piece);
    if (!words.every((word) => LANDMARK_WORDS.has(word))) return piece;
    const full = fullNames.get(words.join(' '));
    return full === undefined ? piece : { ...piece, from: full.from, to: full.to };
  });
}

/** Pieces that belong together: `X in Y`, `X, Y`. */
function groupsOf(tokens: readonly Token[], pieces: readonly Piece[]): Piece[][] {
  const groups: Piece[][] = [];
  for (const piece of pieces) {
    const group = groups.at(-1);
    const previous = group?.at(-1);
    const between = tokens.slice((previous?.last ?? -1) + 1, piece.first);
    const isOn = piece.isAfterComma || (piece.relation !== null && isOfPlace(between));
    if (group !== undefined && isOn) group.push(piece);
    else groups.push([piece]);
  }
  return groups;
}

function isOfPlace(tokens: readonly Token[]): boolean {
  return tokens.every(({ text }) => DETERMINER.test(text) || PLACE_CUES.has(text.toLowerCase()));
}

/** Pieces at or near a place come before those in a place, and those before the rest. */
function rankOfGroup(group: readonly Piece[]): number {
  const relations = group.map(({ relation }) => relation);
  if (relations.includes('at') || relations.includes('near')) return 0;
  return relations.includes('in') ? 1 : 2;
}

/** All pieces of a group joined with commas, surrounding places last, and then each piece alone. */
function phrasesOf(group: readonly Piece[], textOf: (span: Span) => string): PlacePhrase[] {
  let isAround = false;
  const alone = group
    .map((piece) => {
      const text = textOf(piece);
      // A state or country stays after its town.
      isAround = piece.relation === 'in' || (isAround && isRegionName(text));
      return { text, isNearby: piece.relation === 'near', isAround };
    })
    .filter(({ text }) => text !== '')
    .toSorted((a, b) => Number(a.isAround) - Number(b.isAround))
    .map(({ text, isNearby }) => ({ text, isNearby }));
  const [first] = alone;
  if (first === undefined || alone.length === 1) return alone;
  return [{ text: alone.map(({ text }) => text).join(', '), isNearby: first.isNearby }, ...alone];
}

function isRegionName(text: string): boolean {
  return readRegions(plainName(text).split(' ')) !== undefined;
}
