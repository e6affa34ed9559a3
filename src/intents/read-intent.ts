import { writeClocks } from './clock-words.ts';
import { INTENT_LENGTH_MAX, type Intent } from './intent.ts';
import { blank, cleanText, type MappedText, type Span, sourceOf, spanOf } from './mapped-text.ts';
import { EMAIL } from './mask-plate.ts';
import { writeDigits } from './number-words.ts';
import { HELD } from './place-pieces.ts';
import { readAddresses } from './read-addresses.ts';
import { readDistance } from './read-distance.ts';
import { readFeatures, readSort } from './read-features.ts';
import { readPlacePhrases } from './read-place-phrases.ts';
import { readPlates } from './read-plates.ts';
import { readPrice } from './read-price.ts';
import { readSpaceCount } from './read-space-count.ts';
import { readVehicle } from './read-vehicle.ts';
import { readWindow } from './read-window.ts';
import { useOneVocabulary } from './vocabulary.ts';

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
  let mapped = take(clean, namesIn(clean.text, context.placeNames ?? []));
  mapped = take(mapped, [...mapped.text.matchAll(EMAIL)].map(spanOf));
  mapped = writeDigits(mapped);
  const { plate, spans: plateSpans } = readPlates(mapped.text);
  const plateTexts = plateSpans.map((span) => sourceOf(source, mapped, span));
  mapped = take(mapped, plateSpans);
  const spoken = useOneVocabulary(mapped).text;
  mapped = useOneVocabulary(take(mapped, readAddresses(mapped.text), HELD));
  mapped = writeClocks(mapped);

  const price = readPrice(mapped.text);
  mapped = take(mapped, price.spans);
  const distance = readDistance(mapped.text);
  mapped = take(mapped, distance.spans);
  const vehicle = readVehicle(mapped.text);
  mapped = take(mapped, vehicle.spans);
  const counted = readSpaceCount(mapped.text);
  const { window, spans: timeSpans } = readWindow(take(mapped, counted.spans).text, context);
  mapped = take(take(mapped, counted.spans), timeSpans);
  return {
    ...window,
    placePhrases: readPlacePhrases(source, mapped),
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

function take(mapped: MappedText, spans: readonly Span[], sign?: string): MappedText {
  return { ...mapped, text: blank(mapped.text, spans, sign) };
}

function namesIn(text: string, names: readonly string[]): Span[] {
  return names.flatMap((name) => {
    const clean = cleanText(name).text;
    const from = clean === '' ? -1 : text.indexOf(clean);
    return from < 0 ? [] : [{ from, to: from + clean.length }];
  });
}
