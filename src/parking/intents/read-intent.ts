import { writeDistancesOf } from '../../kit/words/places/place-cues.ts';
import { readAddresses } from '../../kit/words/places/read-addresses.ts';
import { readCoordinates } from '../../kit/words/places/read-coordinates.ts';
import { readPlacePhrases } from '../../kit/words/places/read-place-phrases.ts';
import { cleanText, sourceOf, take } from '../../kit/words/text/mapped-text.ts';
import { HELD, type Span, spansOf, TAKEN_THING } from '../../kit/words/text/span.ts';
import { useOneVocabulary } from '../../kit/words/text/use-one-vocabulary.ts';
import { writeDigits } from '../../kit/words/text/write-digits.ts';
import { writeClocks } from '../../kit/words/times/write-clocks.ts';
import { INTENT_LENGTH_MAX } from '../../kit/words/wish.ts';
import { readUnaccounted } from './account/read-unaccounted.ts';
import type { Intent, IntentProblem } from './intent.ts';
import { EMAIL } from './mask-plate.ts';
import { readWish, type WishContext } from './read-wish.ts';
import { isShouted } from './vehicles/plate-forms.ts';
import { readPlates } from './vehicles/read-plates.ts';

/**
 * Reads what the text says about a stay. The result depends only on the text, the instant and the
 * zone, and no text leads to an error. Every word is understood, or known to say nothing, or
 * reported as a problem.
 */
export function readIntent(text: string, context: WishContext): Intent {
  const source = text.slice(0, INTENT_LENGTH_MAX);
  const clean = cleanText(source);
  // Names, addresses, points and plates have no other meaning, so later readers do not see them.
  let mapped = take(clean, namesIn(clean.text, context.placeNames ?? []));
  const point = readCoordinates(mapped.text);
  mapped = take(mapped, point === undefined ? [] : [point.span]);
  mapped = writeDigits(take(mapped, spansOf(mapped.text, EMAIL), TAKEN_THING));
  const platesIn = readPlates(mapped.text, isShouted(clean.text));
  const { plate, spans: plateSpans, said, problems: plateProblems } = platesIn;
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
    take(mapped, [...plateSpans, ...said, ...plateProblems.map(({ span }) => span)]),
  );
  mapped = useOneVocabulary(take(mapped, readAddresses(mapped.text), HELD));
  mapped = writeClocks(writeDistancesOf(mapped));
  const wish = readWish(mapped, context);
  const words = readUnaccounted(source, wish.rest, mapped);
  return {
    ...wish.intent,
    placePhrases: readPlacePhrases(source, wish.unnamed),
    point: point?.point ?? null,
    plate,
    plateTexts: [...new Set(plateTexts)],
    problems: [
      ...problems,
      ...wish.problems,
      ...words.map((one) => ({ part: 'words', reason: 'not_accounted_for', text: one }) as const),
    ],
  };
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
