import { anyOf } from '../text/pattern.ts';
import { type Span, spanOf } from '../text/span.ts';
import { KIND_WORDS } from '../vehicles/vehicle-words.ts';

const SPACE =
  `(?:${anyOf('parking|car|ev|av|covered|charging', 'disabled|accessible|adjacent|free')} ){0,2}` +
  anyOf('spaces?|spots?|bays?|slots?|stalls?|places|stellplätze');
const VEHICLE = `(?:${anyOf('electric|autonomous|self-driving|driverless|delivery')} ){0,2}${anyOf(
  'cars?(?! ?parks?\\b)|vehicles?|evs?|avs?|bikes?',
  ...Object.values(KIND_WORDS),
)}`;
const KEY = anyOf('qty|quantity|spaces?|spots?|bays?', '(?:space_)?count|vehicles|cars');
const COUNTS: readonly RegExp[] = [
  new RegExp(`\\b${KEY}"? ?[:=] ?"?(\\d{1,4})\\b(?![.:])`, 'gi'),
  new RegExp(`(?<![\\p{L}\\d.:-])(?:x ?)?(\\d{1,4})(?: ?x)? ${SPACE}(?!\\p{L})`, 'giu'),
  new RegExp(`(?<![\\p{L}\\d.:-])(\\d{1,4})(?: ?x)? ${VEHICLE}(?!\\p{L})`, 'giu'),
  /(?<![\p{L}\d.:])(?:x ?(\d{1,3})|(\d{1,3}) ?x)(?![\p{L}\d])/giu,
  /\b(?:qty|quantity) (\d{1,4})\b/gi,
];

/** How many spaces are asked for; null: none are counted, so one. */
export function readSpaceCount(text: string): { spaceCount: number | null; spans: Span[] } {
  for (const said of COUNTS) {
    for (const match of text.matchAll(said)) {
      const spaceCount = Number(match[1] ?? match[2]);
      if (spaceCount > 0) return { spaceCount, spans: [spanOf(match)] };
    }
  }
  return { spaceCount: null, spans: [] };
}
