import { writeDistancesOf } from '../../kit/words/places/place-cues.ts';
import { readAddresses } from '../../kit/words/places/read-addresses.ts';
import { readCoordinates } from '../../kit/words/places/read-coordinates.ts';
import { readPlacePhrases } from '../../kit/words/places/read-place-phrases.ts';
import { cleanText, type MappedText, sourceOf, take } from '../../kit/words/text/mapped-text.ts';
import { HELD, type Span, spansOf, TAKEN_THING } from '../../kit/words/text/span.ts';
import { useOneVocabulary } from '../../kit/words/text/use-one-vocabulary.ts';
import { writeDigits } from '../../kit/words/text/write-digits.ts';
import { writeClocks } from '../../kit/words/times/write-clocks.ts';
import { INTENT_LENGTH_MAX } from '../../kit/words/wish.ts';
import type { IntentProblem, StatedIntent } from './intent.ts';
import { EMAIL } from './mask-plate.ts';
import { readWish, type Wish } from './read-wish.ts';
import { isShouted } from './vehicles/plate-forms.ts';
import { readPlates } from './vehicles/read-plates.ts';

/**
 * A text as it was read: what it says, with times as it states them, and the words that said so.
 * It depends on no place, zone or instant.
 */
export type ReadText = Pick<Wish, 'times' | 'amounts' | 'things'> & {
  stated: StatedIntent;
  /** Those that are neither of a time nor of words that were not understood. */
  problems: IntentProblem[];
  source: string;
  /** The text with one form of each word, without names and plates. */
  spoken: MappedText;
};

/**
 * Reads a text of at most INTENT_LENGTH_MAX characters. `names` are parts of it that name the place
 * and have no other meaning: `Covered Market`. No text leads to an error.
 */
export function readText(text: string, names: readonly string[]): ReadText {
  const source = text.slice(0, INTENT_LENGTH_MAX);
  const clean = cleanText(source);
  // Names, addresses, points and plates have no other meaning, so later readers do not see them.
  let mapped = take(clean, namesIn(clean.text, names));
  const point = readCoordinates(mapped.text);
  mapped = take(mapped, point === undefined ? [] : [point.span]);
  mapped = writeDigits(take(mapped, spansOf(mapped.text, EMAIL), TAKEN_THING));
  const platesIn = readPlates(mapped.text, isShouted(clean.text));
  const { plate, spans: plateSpans, stated: statedSpans, problems: plateProblems } = platesIn;
  const quote = (span: Span) => sourceOf(source, mapped, span);
  const plateTexts = plateSpans.map(quote);
  const problems: IntentProblem[] = plateProblems.map(({ reason, span }) => ({
    part: 'plate',
    reason,
    text: quote(span),
  }));
  if (point !== undefined && point.point === undefined)
    problems.push({
      part: 'place',
      reason: 'impossible',
      text: sourceOf(source, clean, point.span),
    });
  mapped = useOneVocabulary(
    take(mapped, [...plateSpans, ...statedSpans, ...plateProblems.map(({ span }) => span)]),
  );
  mapped = useOneVocabulary(take(mapped, readAddresses(mapped.text), HELD));
  const spoken = writeClocks(writeDistancesOf(mapped));
  const wish = readWish(spoken);
  const stated = {
    ...wish.stated,
    placePhrases: readPlacePhrases(source, wish.unnamed),
    point: point?.point ?? null,
    plate,
    plateTexts: [...new Set(plateTexts)],
  };
  const { times, amounts, things } = wish;
  const all = [...problems, ...wish.problems];
  return { stated, times, problems: all, source, spoken, amounts, things };
}

/** All positions of the names. */
function namesIn(text: string, names: readonly string[]): Span[] {
  return names.flatMap((name) => {
    const clean = cleanText(name).text;
    if (clean === '') return [];
    const spans: Span[] = [];
    for (let from = text.indexOf(clean); from >= 0; from = text.indexOf(clean, from + clean.length))
      spans.push({ from, to: from + clean.length });
    return spans;
  });
}
