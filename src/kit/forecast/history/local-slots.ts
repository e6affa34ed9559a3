import { tzOffset } from '@date-fns/tz';
import { millisecondsInDay, millisecondsInMinute, minutesInHour } from 'date-fns/constants';
import { LRUCache } from 'lru-cache';
import { HALF_HOURS } from './day-curve.ts';

const HALF_HOUR_MINUTES = minutesInHour / 2;
/** Lots are not sorted by their zones (the Earth has some 350); a year takes 80 kB. */
const ZONES_KEPT = 1_000;

/**
 * Where the half hours of UTC lie on the wall clock of a zone. Both are counted from
 * 1970-01-01, 0:00. Zones that are a quarter of an hour off are moved to the half hour after it.
 * When clocks go back two half hours lie in the same one, and when they go forward none does.
 */
export type LocalSlots = { first: number; slots: Int32Array };

const kept = new LRUCache<string, LocalSlots>({ max: ZONES_KEPT });

/** The half hours of `dayCount` days (UTC) from `fromDay` on. */
export function localSlots(timezone: string, fromDay: number, dayCount: number): LocalSlots {
  // Of the same days for all lots of a zone, until the next day.
  const key = `${timezone} ${dayCount}`;
  const known = kept.get(key);
  if (known?.first === fromDay * HALF_HOURS) return known;
  const slots = new Int32Array(dayCount * HALF_HOURS);
  for (let i = 0; i < dayCount; i += 1) {
    const day = fromDay + i;
    const offset = slotsAhead(timezone, day * millisecondsInDay);
    const isSame = slotsAhead(timezone, (day + 1) * millisecondsInDay) === offset;
    for (let half = 0; half < HALF_HOURS; half += 1) {
      const number = day * HALF_HOURS + half;
      const ahead = isSame
        ? offset
        : slotsAhead(timezone, (number / HALF_HOURS) * millisecondsInDay);
      slots[i * HALF_HOURS + half] = number + ahead;
    }
  }
  const found = { first: fromDay * HALF_HOURS, slots };
  kept.set(key, found);
  return found;
}

/** The half hour of the wall clock at an instant, milliseconds since 1970. */
export function localSlotAt(timezone: string, atMs: number): number {
  return Math.floor(atMs / (HALF_HOUR_MINUTES * millisecondsInMinute)) + slotsAhead(timezone, atMs);
}

function slotsAhead(timezone: string, atMs: number): number {
  return Math.round(tzOffset(timezone, new Date(atMs)) / HALF_HOUR_MINUTES);
}
