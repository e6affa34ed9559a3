// A model of a mandate: what its stays may cost, one call after another. Times are whole minutes;
// between two calls of a history, a moment passes as well.

/** Minor units; null: no such limit. */
export type Limits = { perStay: number | null; perDay: number | null; perMonth: number | null };

type Stay = {
  rateMinor: number;
  beganAt: number;
  minutes: number;
  extendedMinutes: number;
  /** What it may cost; once it has ended, what it cost. */
  countedMinor: number;
  isActive: boolean;
};

const DAY_MINUTES = 24 * 60;
const GRACE_MINUTES = 15;

/** By the minute, half a cent up. */
const priceOf = (rateMinor: number, minutes: number) => Math.floor((rateMinor * minutes + 30) / 60);

export type Books = ReturnType<typeof openBooks>;

/** `today`: the day in the mandate's zone on which the history begins, at noon or later. */
export function openBooks(limits: Limits, today: Date) {
  const stays: Stay[] = [];
  let now = 0;

  /** The start of a stay moves into the past; it is never moved past a midnight by minutes. */
  function dayOf(stay: Stay): string {
    const days = Math.floor((now - stay.beganAt) / DAY_MINUTES);
    return new Date(today.getTime() - days * DAY_MINUTES * 60_000).toISOString().slice(0, 10);
  }
  const monthOf = (stay: Stay) => `${dayOf(stay).slice(0, 7)}-01`;

  function sumOf(periodOf: (stay: Stay) => string, stay: Stay): number {
    return stays
      .filter((other) => other !== stay && periodOf(other) === periodOf(stay))
      .reduce((sum, other) => sum + other.countedMinor, 0);
  }

  /** The first rule that a stay would break if it cost this much. */
  function brokenBy(stay: Stay, costMinor: number): string | undefined {
    const { perStay, perDay, perMonth } = limits;
    if (costMinor > (perStay ?? Infinity)) return 'max_per_stay';
    if (sumOf(dayOf, stay) + costMinor > (perDay ?? Infinity)) return 'max_per_day';
    return sumOf(monthOf, stay) + costMinor > (perMonth ?? Infinity) ? 'max_per_month' : undefined;
  }

  const passed = (stay: Stay) => now - stay.beganAt;
  const isOverdue = (stay: Stay) => passed(stay) >= stay.minutes + GRACE_MINUTES;

  function close(stay: Stay): void {
    const minutes = Math.min(passed(stay) + 1, stay.minutes);
    stay.countedMinor = priceOf(stay.rateMinor, minutes);
    stay.isActive = false;
  }

  return {
    pass(minutes: number): void {
      now += minutes;
    },

    /** The outcome, and the number of the stay if it began. */
    begin(rateMinor: number, minutes: number): [string, number] {
      const countedMinor = priceOf(rateMinor, minutes);
      const more = { extendedMinutes: 0, isActive: true };
      const stay = { rateMinor, beganAt: now, minutes, countedMinor, ...more };
      const rule = brokenBy(stay, countedMinor);
      if (rule === undefined) stays.push(stay);
      return [rule ?? 'ok', stays.length - 1];
    },

    extend(number: number, minutes: number): string {
      const stay = at(stays, number);
      if (!stay.isActive || isOverdue(stay)) return 'not_active';
      if (stay.extendedMinutes + minutes > DAY_MINUTES) return 'too_long';
      const cost = priceOf(stay.rateMinor, stay.minutes + minutes);
      const rule = brokenBy(stay, cost);
      if (rule !== undefined) return rule;
      stay.minutes += minutes;
      stay.extendedMinutes += minutes;
      stay.countedMinor = cost;
      return 'ok';
    },

    end(number: number): string {
      const stay = at(stays, number);
      const isLate = !stay.isActive || isOverdue(stay);
      if (stay.isActive) close(stay);
      return isLate ? 'already_ended' : 'ok';
    },

    expire(): void {
      for (const stay of stays) if (stay.isActive && isOverdue(stay)) close(stay);
    },

    /** What counts, by the name of its day or month. */
    periods(): Record<string, number> {
      const sums: Record<string, number> = {};
      for (const stay of stays) {
        const day = limits.perDay === null ? [] : [`day ${dayOf(stay)}`];
        const month = limits.perMonth === null ? [] : [`month ${monthOf(stay)}`];
        for (const name of [...day, ...month]) sums[name] = (sums[name] ?? 0) + stay.countedMinor;
      }
      return sums;
    },
  };
}

function at(stays: readonly Stay[], number: number): Stay {
  const stay = stays[number];
  if (stay === undefined) throw new RangeError(`there is no stay ${number}`);
  return stay;
}
