import { millisecondsInDay } from 'date-fns/constants';
import { Type } from 'typebox';
import { DateInput } from './field-types.ts';

/** The parameters that ask for a period of whole days (UTC). */
export const daysQuery = (usualFrom: string) => ({
  from: Type.Optional(DateInput(`First day of the period (UTC); without it, ${usualFrom}`)),
  to: Type.Optional(
    DateInput('Last day of the period (UTC), which is included; without it, the period ends now'),
  ),
});

/** The first instant of the first day, and the first one after the last day. */
export function daysOf({ from, to }: { from?: string; to?: string }) {
  return {
    from: from === undefined ? undefined : new Date(`${from}T00:00:00Z`),
    to: to === undefined ? undefined : new Date(Date.parse(to) + millisecondsInDay),
  };
}
