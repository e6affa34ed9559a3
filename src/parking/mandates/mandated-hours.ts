import { badField, badFieldsIn } from '../../kit/errors.ts';
import { WEEKLY } from '../../kit/hours/plain-hours.ts';
import { openHoursReader } from '../../kit/hours/read-hours.ts';

/**
 * BAD_REQUEST naming `field` unless the hours are those of a week, in strict OSM syntax. The reader
 * of lots' hours also reads plain words (`weekdays 8-18`), and what depends on holidays or the sun.
 * What a mandate allows must be written as it is, and it has no place.
 */
export async function checkHours(field: string, hours: string): Promise<void> {
  const read = await openHoursReader([hours]);
  try {
    read(hours);
  } catch (error) {
    throw badField(field, badFieldsIn(error)[0]?.reason ?? 'cannot be read');
  }
  if (!WEEKLY.test(hours))
    throw badField(
      field,
      'must be the hours of a week such as "Mo-Fr 07:00-19:00; Sa 08:00-12:00"',
    );
}
