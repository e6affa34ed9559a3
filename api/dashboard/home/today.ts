import { TZDate } from '@date-fns/tz';
import { startOfDay } from 'date-fns';

const UTC = 'UTC';

/** A day of the dashboard: where it is, and when it began there. */
export type Today = Readonly<{ zone: string; from: string }>;

/**
 * Today where most of these lots are, by their IANA zones, at an instant; without lots in UTC. Of
 * zones with as many lots the first one counts.
 */
export function todayOf(zones: readonly string[], now: Date): Today {
  const counts = new Map<string, number>();
  for (const zone of zones) counts.set(zone, (counts.get(zone) ?? 0) + 1);
  const [[zone] = [UTC]] = [...counts].sort(([, one], [, other]) => other - one);
  const begin = startOfDay(new TZDate(now, zone));
  return { zone, from: new Date(begin.getTime()).toISOString() };
}
