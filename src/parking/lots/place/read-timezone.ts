import { badField } from '../../../kit/errors.ts';

/** A name, not an offset: +01:00 has no summer time. Errors: BAD_REQUEST naming `field`. */
export function readTimezone(field: string, value: string): string {
  try {
    if (/^[A-Za-z]/.test(value)) new Intl.DateTimeFormat('en', { timeZone: value });
    else throw new RangeError();
  } catch {
    throw badField(field, 'must be an IANA name such as Europe/Paris');
  }
  return value;
}
