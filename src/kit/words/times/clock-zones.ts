import { anyOf } from '../text/pattern.ts';

/**
 * The zone that the letters after a time mean. People write EST in summer, too, so it means the
 * zone and not an offset.
 */
const LETTERS_BY_ZONE: Readonly<Record<string, string>> = {
  UTC: 'z utc gmt',
  'America/New_York': 'et est edt eastern',
  'America/Chicago': 'ct cst cdt',
  'America/Denver': 'mst mdt',
  'America/Los_Angeles': 'pt pst pdt pacific',
  'America/St_Johns': 'nst ndt',
  'Europe/London': 'bst',
  'Europe/Paris': 'cet cest',
  'Asia/Kolkata': 'ist',
  'Asia/Tokyo': 'jst',
  'Australia/Sydney': 'aest aedt',
};
const ZONES = new Map(
  Object.entries(LETTERS_BY_ZONE).flatMap(([zone, letters]) =>
    letters.split(' ').map((one) => [one, zone] as const),
  ),
);

/** Matches any of them, and `UTC+2:00`, as part of a regular expression. */
export const ZONE_LETTERS = anyOf(...ZONES.keys(), '(?:utc|gmt)[+-]\\d\\d:?\\d\\d');

/** The zone that is meant, or an offset such as `+02:00`. */
export function zoneOfLetters(phrase: string): string {
  const [, hours, minutes] = /([+-]\d\d):?(\d\d)$/.exec(phrase) ?? [];
  return hours === undefined ? (ZONES.get(phrase.toLowerCase()) ?? 'UTC') : `${hours}:${minutes}`;
}
