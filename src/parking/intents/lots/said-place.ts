import type { LatLng } from '../../../kit/geo/great-circle.ts';
import type { PlacePhrase } from '../../../kit/words/wish.ts';
import type { Querier } from '../../../stores/postgres.ts';
import type { Intent } from '../intent.ts';
import type { AskGeocoder } from './limit-questions.ts';
import type { NoPlace, ResolvedPlace } from './place-answer.ts';

/** What a text says about a place. */
export type Said = {
  text: string;
  livemode: boolean;
  /** Whether the text says how far from its place the lot may be. */
  isAround: boolean;
  placePhrases: readonly PlacePhrase[];
  /** Every plate and VIN in the words of the text. */
  plateTexts: readonly string[];
  /** The point that the text gives in degrees; null: none. */
  point: LatLng | null;
  /** Reads a text, or a part of it, in which these parts are names and mean nothing else. */
  read(text: string, names: readonly string[]): Intent;
};
export type Asked = { db: Querier; askGeocoder: AskGeocoder; said: Said };

/** The place, and the parts of the text that led to it. */
export type PlaceInText = { resolved: ResolvedPlace | NoPlace; names: string[] };

/** The parts of a combined phrase that are in the text. */
export function partsOf({ text }: PlacePhrase, phrases: readonly PlacePhrase[]): string[] {
  return phrases.map((phrase) => phrase.text).filter((part) => text.includes(part));
}
