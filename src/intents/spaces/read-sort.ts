import { anyOf } from '../text/pattern.ts';

const CHEAP = new RegExp(
  `\\b${anyOf(
    'cheap(?:est|er|ly|o)?|inexpensive|least expensive|affordable|lowest|budget(?! [$€£\\d])',
    'low(?:est)?[- ](?:price|cost|rate|fare)s?|best (?:price|rate|deal)',
    'sort(?:ed)?(?: by)?[ :=]{1,2}price|not (?:too )?(?:expensive|pricey)',
    'günstig\\w*|bon marché|pas cher',
  )}(?!\\p{L})`,
  'iu',
);

/** What comes first among lots that fit. */
export function readSort(text: string): 'distance' | 'price' {
  return CHEAP.test(text) ? 'price' : 'distance';
}
