import {
  millisecondsInDay,
  millisecondsInMinute,
  minutesInDay,
  monthsInYear,
} from 'date-fns/constants';
import type { Maximum, MaximumPer } from '../tariff.ts';
import { type LocalMinute, localMinuteAt, nextShown } from './lot-clock.ts';
import type { Occasion } from './part-at.ts';

const WEEK_MINUTES = 7 * minutesInDay;

/** The limit that cut an amount. */
export type CappedBy = { per: MaximumPer | 'part'; amountMinor: number };

/** Something that is charged within one period of each maximum of the stay. */
type Charge = {
  amountMinor: number;
  /** The minute of the stay at which it begins. */
  minute: number;
  /** The part and its occurrence, and the most that it costs; null: no such limit. */
  part: { key: string; maxMinor: number | null };
};

/** The maxima of one stay. Minutes are counted from its beginning. */
export type Limits = {
  /** Names the periods that a minute is in, and the first later minute that may be in others. */
  periodsAt(minute: number): { key: string; untilMinute: number };
  /** What the limits leave of a charge; charges must come in the order of time. */
  cut(charge: Charge): { amountMinor: number; cappedBy: CappedBy | null };
};

type Period = { number: number; untilMinute: number };

export function limitsOf(maxima: readonly Maximum[], occasion: Occasion): Limits {
  const charged = new Map<string, number>();
  return {
    periodsAt(minute) {
      let key = '';
      let until = Infinity;
      for (const { per } of maxima) {
        const { number, untilMinute } = periodAt(per, minute, occasion);
        key += ` ${number}`;
        until = Math.min(until, untilMinute);
      }
      return { key, untilMinute: until };
    },
    cut({ amountMinor, minute, part }) {
      const caps: (CappedBy & { key: string })[] = [];
      if (part.maxMinor !== null)
        caps.push({ key: part.key, per: 'part', amountMinor: part.maxMinor });
      for (const { per, amount_minor } of maxima) {
        const { number } = periodAt(per, minute, occasion);
        caps.push({ key: `${per} ${number}`, per, amountMinor: amount_minor });
      }
      let left = amountMinor;
      let cappedBy: CappedBy | null = null;
      for (const { key, per, amountMinor: most } of caps) {
        const room = most - (charged.get(key) ?? 0);
        if (room >= left) continue;
        left = room;
        cappedBy = { per, amountMinor: most };
      }
      for (const { key } of caps) charged.set(key, (charged.get(key) ?? 0) + left);
      return { amountMinor: left, cappedBy };
    },
  };
}

function periodAt(per: MaximumPer, minute: number, { startedAt, place }: Occasion): Period {
  switch (per) {
    case 'stay':
      return { number: 0, untilMinute: Infinity };
    case '24h':
      return periodOf(minute, minutesInDay);
    case 'week':
      return periodOf(minute, WEEK_MINUTES);
    case 'month':
    case 'calendar_day': {
      const atMs = startedAt.getTime() + minute * millisecondsInMinute;
      const begin = localMinuteAt(place.timezone, startedAt.getTime());
      const edge = per === 'month' ? begin.minute : 0;
      const nextMs = nextShown(place.timezone, atMs, [edge, minutesInDay]);
      const at = localMinuteAt(place.timezone, atMs);
      return {
        number: per === 'month' ? monthsBetween(begin, at) : at.day,
        untilMinute: Math.ceil((nextMs - startedAt.getTime()) / millisecondsInMinute),
      };
    }
  }
}

function periodOf(minute: number, length: number): Period {
  const number = Math.floor(minute / length);
  return { number, untilMinute: (number + 1) * length };
}

/** Whole months by the clocks: from the 31st one ends on the last day of a shorter month. */
function monthsBetween(begin: LocalMinute, at: LocalMinute): number {
  const [from, to] = [utcDay(begin.day), utcDay(at.day)];
  const years = to.getUTCFullYear() - from.getUTCFullYear();
  const months = years * monthsInYear + to.getUTCMonth() - from.getUTCMonth();
  const lastDate = new Date(Date.UTC(to.getUTCFullYear(), to.getUTCMonth() + 1, 0)).getUTCDate();
  const late = to.getUTCDate() - Math.min(from.getUTCDate(), lastDate);
  const isDue = late > 0 || (late === 0 && at.minute >= begin.minute);
  // Clocks that go back may show a time before the beginning.
  return Math.max(0, isDue ? months : months - 1);
}

function utcDay(day: number): Date {
  return new Date(day * millisecondsInDay);
}
