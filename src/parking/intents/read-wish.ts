import { readDistance } from '../../kit/words/places/read-distance.ts';
import { type MappedText, take } from '../../kit/words/text/mapped-text.ts';
import type { Span } from '../../kit/words/text/span.ts';
import { readTimes, type StatedTimes } from '../../kit/words/times/read-times.ts';
import type { IntentProblem, StatedIntent } from './intent.ts';
import { readFeatures } from './spaces/read-features.ts';
import { readLotTypes } from './spaces/read-lot-types.ts';
import { readPrice } from './spaces/read-price.ts';
import { readSort } from './spaces/read-sort.ts';
import { readSpaceCount } from './spaces/read-space-count.ts';
import { readHeight, readKind } from './vehicles/read-vehicle.ts';

export type Wish = {
  stated: Omit<StatedIntent, 'placePhrases' | 'point' | 'plate' | 'plateTexts'>;
  times: StatedTimes;
  problems: IntentProblem[];
  /** The text without the words that cannot be a name. */
  unnamed: MappedText;
  /** The words that say prices and heights. */
  amounts: Span[];
  /** The other words that were understood, except for times. */
  things: Span[];
};

/**
 * Everything except names and plates. Each number goes to the reader that is most certain of it;
 * times come last.
 */
export function readWish(spoken: MappedText): Wish {
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
  const times = readTimes(mapped.text);
  const unnamed = take(mapped, times.marks);
  const sort = readSort(unnamed.text);
  return {
    stated: {
      features: features.features,
      lotTypes: built.lotTypes,
      vehicle: { ...kind.vehicle, heightCm: height.heightCm },
      maxRate: price.maxRate,
      spaceCount: counted.spaceCount ?? 1,
      sort: sort.sort,
      withinM: distance.withinM,
    },
    times,
    problems: counted.problem === null ? [] : [counted.problem],
    unnamed,
    amounts: [...price.spans, ...height.spans],
    things: [distance, kind, counted, features, built, sort].flatMap(({ spans }) => spans),
  };
}
