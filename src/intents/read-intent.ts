import { INTENT_LENGTH_MAX, type Intent } from './intent.ts';
import { EMAIL } from './mask-plate.ts';
import { writeDistancesOf } from './places/place-cues.ts';
import { readAddresses } from './places/read-addresses.ts';
import { readDistance } from './places/read-distance.ts';
import { readPlacePhrases } from './places/read-place-phrases.ts';
import { readFeatures } from './spaces/read-features.ts';
import { readPrice } from './spaces/read-price.ts';
import { readSort } from './spaces/read-sort.ts';
import { readSpaceCount } from './spaces/read-space-count.ts';
import { cleanText, sourceOf, take } from './text/mapped-text.ts';
import { HELD, type Span, spansOf } from './text/span.ts';
import { useOneVocabulary } from './text/use-one-vocabulary.ts';
import { writeDigits } from './text/write-digits.ts';
import { readWindow } from './times/read-window.ts';
import { writeClocks } from './times/write-clocks.ts';
import { readPlates } from './vehicles/read-plates.ts';
import { readVehicle } from './vehicles/read-vehicle.ts';

/**
 * What the text says about a stay: the same for the same text, instant and zone, and never an error
 * for any text. `timezone` is where its clocks are (IANA); `placeNames` are parts of the text that
 * name the place and say nothing else (`Covered Market`, `12 May Street`).
 */
export function readIntent(
  text: string,
  context: { now: Date; timezone: string; placeNames?: readonly string[] },
): Intent {
  const source = text.slice(0, INTENT_LENGTH_MAX);
  const clean = cleanText(source);
  // Names, addresses and plates say nothing else: what reads later never sees them.
  let mapped = take(clean, namesIn(clean.text, context.placeNames ?? []));
  mapped = writeDigits(take(mapped, spansOf(mapped.text, EMAIL)));
  const { plate, spans: plateSpans } = readPlates(mapped.text);
  const plateTexts = plateSpans.map((span) => sourceOf(source, mapped, span));
  mapped = take(mapped, plateSpans);
  const spoken = useOneVocabulary(mapped).text;
  mapped = useOneVocabulary(take(mapped, readAddresses(mapped.text), HELD));
  mapped = writeClocks(writeDistancesOf(mapped));

  // Numbers go to whoever is surest of them: money, distances, heights, counts, and then times.
  const price = readPrice(mapped.text);
  mapped = take(mapped, price.spans);
  const distance = readDistance(mapped.text);
  mapped = take(mapped, distance.spans);
  const vehicle = readVehicle(mapped.text);
  mapped = take(mapped, vehicle.spans);
  const counted = readSpaceCount(mapped.text);
  mapped = take(mapped, counted.spans);
  const { window, spans: timeSpans } = readWindow(mapped.text, context);
  return {
    ...window,
    placePhrases: readPlacePhrases(source, take(mapped, timeSpans)),
    plate,
    plateTexts: [...new Set(plateTexts)],
    features: readFeatures(spoken),
    vehicle: vehicle.vehicle,
    maxRate: price.maxRate,
    spaceCount: counted.spaceCount ?? 1,
    sort: readSort(spoken),
    withinM: distance.withinM,
  };
}

function namesIn(text: string, names: readonly string[]): Span[] {
  return names.flatMap((name) => {
    const clean = cleanText(name).text;
    const from = clean === '' ? -1 : text.indexOf(clean);
    return from < 0 ? [] : [{ from, to: from + clean.length }];
  });
}
