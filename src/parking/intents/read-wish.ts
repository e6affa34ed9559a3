import { readDistance } from '../../kit/words/places/read-distance.ts';
import { type MappedText, take } from '../../kit/words/text/mapped-text.ts';
import { TAKEN_AMOUNT, TAKEN_THING, TAKEN_TIME } from '../../kit/words/text/span.ts';
import { readWindow } from '../../kit/words/times/read-window.ts';
import type { Intent, IntentProblem } from './intent.ts';
import { readFeatures } from './spaces/read-features.ts';
import { readLotTypes } from './spaces/read-lot-types.ts';
import { readPrice } from './spaces/read-price.ts';
import { readSort } from './spaces/read-sort.ts';
import { readSpaceCount } from './spaces/read-space-count.ts';
import { readHeight, readKind } from './vehicles/read-vehicle.ts';

export type WishContext = {
  now: Date;
  /** IANA name of the zone in which the text's times are read. */
  timezone: string;
  /** Parts of the text that name the place and have no other meaning: `Covered Market`. */
  placeNames?: readonly string[];
};

export type Wish = {
  intent: Omit<Intent, 'placePhrases' | 'point' | 'plate' | 'plateTexts' | 'problems'>;
  problems: IntentProblem[];
  /** The text without the words that cannot be a name. */
  unnamed: MappedText;
  /** The text without everything that was understood. */
  rest: MappedText;
};

/**
 * Everything except names and plates. Each number goes to the reader that is most certain of it;
 * times come last.
 */
export function readWish(spoken: MappedText, context: WishContext): Wish {
  const price = readPrice(spoken.text);
  let mapped = take(spoken, price.spans);
  const distance = readDistance(mapped.text);
  mapped = take(mapped, distance.spans);
  const height = readHeight(mapped.text);
  mapped = take(mapped, height.spans);
  const kind = readKind(mapped.text);
  const features = readFeatures(mapped.text);
  const built = readLotTypes(mapped.text);
  const counted = readSpaceCount(mapped.text);
  mapped = take(mapped, counted.spans);
  const { window, spans: timeSpans } = readWindow(mapped.text, context);
  const unnamed = take(mapped, timeSpans);
  const sort = readSort(unnamed.text);
  let rest = take(spoken, timeSpans, TAKEN_TIME);
  rest = take(rest, [...price.spans, ...height.spans], TAKEN_AMOUNT);
  const others = [distance, kind, counted, features, built, sort].flatMap(({ spans }) => spans);
  const { timeProblem } = window;
  return {
    intent: {
      ...window,
      features: features.features,
      lotTypes: built.lotTypes,
      vehicle: { ...kind.vehicle, heightCm: height.heightCm },
      maxRate: price.maxRate,
      spaceCount: counted.spaceCount ?? 1,
      sort: sort.sort,
      withinM: distance.withinM,
    },
    problems: [
      ...(counted.problem === null ? [] : [counted.problem]),
      ...(timeProblem === null ? [] : [{ part: 'time', reason: timeProblem, text: null } as const]),
    ],
    unnamed,
    rest: take(rest, others, TAKEN_THING),
  };
}
