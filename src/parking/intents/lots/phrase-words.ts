import {
  AREA_WORDS,
  LANDMARK_WORDS,
  PARKING_WORDS,
} from '../../../kit/words/places/place-kinds.ts';
import { cleanText } from '../../../kit/words/text/mapped-text.ts';
import { anyOf } from '../../../kit/words/text/pattern.ts';
import { writeDigits } from '../../../kit/words/text/write-digits.ts';
import { wordsOf } from './lot-words.ts';

/** With one of these words, a phrase names one lot and not a place around lots. */
const LOT_WORDS =
  /\b(?:garages?|lots?|parkade|car ?park|parkhaus|tiefgarage|deck|ramp|p ?\d{1,3})\b/i;
const STREET_WORDS = new RegExp(
  `(?<!\\p{L})${anyOf(
    'street|st|avenue|ave|road|rd|boulevard|blvd|lane|drive|dr',
    'square|sq|quay',
  )}\\b|` + `${anyOf('(?<!\\p{L})(?:rue|via|calle)|stra(?:ß|ss)e|str|platz|gasse|weg|allee')}\\b`,
  'iu',
);

/**
 * The words of a phrase that distinguish its place from others, in the form in which they are
 * compared.
 */
export function tellingWords(phrase: string): string[] {
  const words = wordsOf(phrase);
  return words.filter((word) => !PARKING_WORDS.has(word) && !AREA_WORDS.has(word));
}

/** The same with digits in place of numbers in words. */
export function tellingWordsInDigits(phrase: string): string[] {
  return tellingWords(writeDigits(cleanText(phrase)).text);
}

/** The phrase in the form that a geocoder knows: without `parking` or `downtown`. */
export function placeName(phrase: string): string {
  const isNoise = (word: string) => {
    const plain = wordsOf(word).join('');
    return PARKING_WORDS.has(plain) || AREA_WORDS.has(plain);
  };
  const words = phrase.split(' ');
  const kept = words.filter((word) => !isNoise(word)).join(' ');
  return kept.replace(/^[,\s]+|[,\s]+$/g, '');
}

/** Whether the words name one place, and not one that every town has: `the station`. */
export function isTelling(words: readonly string[]): boolean {
  return words.some((word) => /\p{L}/u.test(word) && !LANDMARK_WORDS.has(word));
}

export function isCalledLot(phrase: string): boolean {
  return LOT_WORDS.test(phrase) && isTelling(tellingWords(phrase));
}

/** Whether the words name a kind of lot, such as a garage. */
export function hasLotWord(text: string): boolean {
  return LOT_WORDS.test(text);
}

/** Whether a phrase names a street or a square, and no house. */
export function isStreet(phrase: string): boolean {
  return STREET_WORDS.test(phrase) && !wordsOf(phrase).some((word) => /^\d+[a-z]?$/.test(word));
}

export function isAddress(phrase: string): boolean {
  return /\d/.test(phrase) || STREET_WORDS.test(phrase);
}
