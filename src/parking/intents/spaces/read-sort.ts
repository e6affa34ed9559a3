import { anyOf } from '../../../kit/words/text/pattern.ts';
import { type Span, spansOf } from '../../../kit/words/text/span.ts';

const CHEAP = new RegExp(
  `\\b${anyOf(
    'cheap(?:est|er|ly|o)?(?: (?:rates?|prices?|options?|deals?|things?))?|inexpensive',
    'least expensive|affordable|lowest|budget(?! [$€£\\d])',
    'low(?:est)?[- ](?:price|cost|rate|fare)s?|best (?:price|rate|deal)',
    'sort(?:ed)?(?: by)?[ :=]{1,2}price|not (?:too )?(?:expensive|pricey)',
    'günstig\\w*|bon marché|pas cher',
  )}(?!\\p{L})`,
  'giu',
);

/** What suitable lots are sorted by. */
export function readSort(text: string): { sort: 'distance' | 'price'; spans: Span[] } {
  const spans = spansOf(text, CHEAP);
  return { sort: spans.length > 0 ? 'price' : 'distance', spans };
}
