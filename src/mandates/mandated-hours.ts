import { badField, badFieldsIn } from '../errors.ts';
import { openHoursCheck } from '../lots/hours/hours-check.ts';

const DAY = '(?:Mo|Tu|We|Th|Fr|Sa|Su)';
const DAYS = `${DAY}(?:-${DAY})?`;
const TIME = '(?:[01]\\d|2[0-3]):[0-5]\\d|24:00';
const TIMES = `(?:${TIME})-(?:${TIME})`;
const RULE = `(?:${DAYS}(?:,${DAYS})* )?(?:${TIMES}(?:,${TIMES})*|off)`;
const WEEKLY = new RegExp(`^(?:24/7|${RULE}(?:; ?${RULE})*)$`);

/**
 * BAD_REQUEST naming `field` unless the hours are those of a week, in strict OSM syntax. The reader
 * of lots' hours also guesses what people mean (`9 to 5`), and reads what depends on holidays or
 * the sun. What a mandate allows must not be a guess, and it has no place.
 */
export async function checkHours(field: string, hours: string): Promise<void> {
  const check = await openHoursCheck([hours]);
  try {
    check(hours);
  } catch (error) {
    throw badField(field, badFieldsIn(error)[0]?.reason ?? 'cannot be read');
  }
  if (!WEEKLY.test(hours))
    throw badField(
      field,
      'must be the hours of a week such as "Mo-Fr 07:00-19:00; Sa 08:00-12:00"',
    );
}
