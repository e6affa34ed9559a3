import { anyOf } from '../text/pattern.ts';
import { spanOf } from '../text/span.ts';
import { type DayPart, type StatedMark, type WholeTime, withoutOverlaps } from './time-mark.ts';

const WHOLES: readonly (readonly [WholeTime, RegExp])[] = [
  ['weekend', /\b(?:(?:this|the|coming|all|next) )?week-?end\b/gi],
  ['overnight', /\b(?:over-?ni(?:ght|te)|for (?:the |a |1 )?night|all night(?: long)?)\b/gi],
  [
    'day',
    new RegExp(
      `\\b${anyOf(
        'all[ -]day(?: long)?|(?:the |a )?(?:whole|full|entire) day',
        'for the day|day ?(?:pass|ticket|parking)',
      )}\\b`,
      'gi',
    ),
  ],
];
const PARTS: readonly (readonly [DayPart, RegExp])[] = [
  ['night', /\b(?:tonight|(?:at |this |the )?night)\b/gi],
  ['morning', /\b(?:(?:in the |this )?morning)\b/gi],
  ['afternoon', /\b(?:in the |this )?afternoon\b/gi],
  ['evening', /\b(?:in the |this )?evening\b/gi],
];
/** A greeting, which is not about the stay. */
const GREETING_BEFORE = /\b(?:good|guten|lovely) $/i;
const GREETING_LENGTH_MAX = 8;
const NOW = new RegExp(
  `\\b${anyOf(
    'right now|now|asap|immediately|at once',
    'straight away|right away|as soon as possible',
  )}\\b`,
  'gi',
);

/** Every part of a day, every longer time without hours, and `now`. */
export function readDayParts(text: string): StatedMark[] {
  const wholes = WHOLES.flatMap(([whole, pattern]) =>
    [...text.matchAll(pattern)].map((match): StatedMark => {
      const weeksAhead = /^next/i.test(match[0]) ? 1 : 0;
      return { ...spanOf(match), kind: 'whole', whole, weeksAhead };
    }),
  );
  const parts = PARTS.flatMap(([part, pattern]) =>
    [...text.matchAll(pattern)]
      .filter(
        ({ index }) => !GREETING_BEFORE.test(text.slice(0, index).slice(-GREETING_LENGTH_MAX)),
      )
      .map((match): StatedMark => {
        const isToday = /^(?:this|tonight)/i.test(match[0]);
        return { ...spanOf(match), kind: 'part', part, isToday };
      }),
  );
  const nows = [...text.matchAll(NOW)].map(
    (match): StatedMark => ({ ...spanOf(match), kind: 'now' }),
  );
  return withoutOverlaps([...wholes, ...parts, ...nows]);
}
