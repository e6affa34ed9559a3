import { badFieldsIn } from '../../../kit/errors.ts';
import type { HoursReader } from '../../../kit/hours/read-hours.ts';
import { asRead, asUnknown, type Reading, type Tags } from '../../../kit/osm/values/reading.ts';
import { readOpeningHours } from '../../../parking/lots/osm/tags.ts';

/** The opening hours that tags say, as lots have them. */
export function hoursIn(tags: Tags, readHours: HoursReader): Reading<string> {
  try {
    const hours = readOpeningHours(tags, readHours);
    return hours === null ? asUnknown() : asRead(hours);
  } catch (error) {
    const [problem] = badFieldsIn(error);
    if (problem === undefined) throw error;
    return { kind: 'text', problem };
  }
}
