import { anyOf } from '../../../kit/words/text/pattern.ts';
import { type Span, spansOf } from '../../../kit/words/text/span.ts';

/** Words for how a lot is built, and the types of lot that match them. */
const WORDS: readonly (readonly [types: readonly string[], said: string])[] = [
  [
    ['underground'],
    anyOf('under-?ground(?: (?:parking|garages?|car ?parks?|lots?))?', 'tiefgaragen?'),
  ],
  [['rooftop'], 'roof-?top(?: (?:parking|lots?))?'],
  [['surface'], 'surface (?:lots?|parking)'],
  [['street'], anyOf('(?:on-?)?street parking', 'on[- ]street', 'kerb-?side', 'curb-?side')],
  [
    ['garage', 'underground'],
    anyOf(
      'multi-?stor(?:e?y|ied)(?: (?:parking|garages?|car ?parks?))?',
      '(?:parking )?garages?|parkades?|parking (?:structures?|decks?|ramps?)|parkhaus|parkhäuser',
    ),
  ],
];
const PATTERNS = WORDS.map(
  ([types, pattern]) => [types, new RegExp(`(?<![\\p{L}-])${pattern}(?!\\p{L})`, 'giu')] as const,
);

/** The types of lot that are suitable; null: any. */
export function readLotTypes(text: string): { lotTypes: string[] | null; spans: Span[] } {
  const found = PATTERNS.map(([types, pattern]) => ({
    types,
    spans: spansOf(text, pattern),
  })).filter(({ spans }) => spans.length > 0);
  const [first, ...others] = found;
  if (first === undefined) return { lotTypes: null, spans: [] };
  return {
    lotTypes: first.types.filter((type) => others.every(({ types }) => types.includes(type))),
    spans: found.flatMap(({ spans }) => spans),
  };
}
