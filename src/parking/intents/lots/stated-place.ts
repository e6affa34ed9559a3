import type { LatLng } from '../../../kit/geo/great-circle.ts';
import type { PlacePhrase } from '../../../kit/words/wish.ts';
import type { Querier } from '../../../stores/postgres.ts';
import type { StatedIntent } from '../intent.ts';
import type { AskGeocoder } from './limit-questions.ts';
import type { NoPlace, ResolvedPlace } from './place-answer.ts';

/** What a text says about a place. */
export type Stated = {
  text: string;
  livemode: boolean;
  /** The point that the text gives in degrees; null: none. */
  point: LatLng | null;
  /** What the text says where these parts of it are names and mean nothing else. */
  read(names: readonly string[]): StatedIntent;
  /** Whether all other words are then understood. */
  isUnderstood(names: readonly string[]): boolean;
  /** The words of a part of the text that may name a place. */
  phrasesIn(part: string): readonly PlacePhrase[];
};
export type Asked = { db: Querier; askGeocoder: AskGeocoder; stated: Stated };

/** The place, and the parts of the text that led to it. */
export type PlaceInText = { resolved: ResolvedPlace | NoPlace; names: string[] };

/** The parts of a combined phrase that are in the text. */
export function partsOf({ text }: PlacePhrase, phrases: readonly PlacePhrase[]): string[] {
  return phrases.map((phrase) => phrase.text).filter((part) => text.includes(part));
}
