// Computes the occupancy of a lot over 168 hours by its definition, hour by hour.

type Stayed = { startedAt: Date; endedAt?: Date | null | undefined };
/** A later count of the same instant corrects an earlier one. */
export type Counted = { at: Date; occupied: number };
export type Occupancy = { occupied_minutes: number; known_minutes: number };

const HOUR_SECONDS = 3_600;
const HOURS = 168;

const second = (at: Date) => Math.floor(+at / 1_000);
const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

type Known = { stays: readonly Stayed[]; counts: readonly Counted[] };

/** Space-seconds of consecutive hours: as counted (undefined: not counted), and as stayed. */
export function hoursOf(spaces: number, { stays, counts }: Known, end: number, hourCount: number) {
  const countsByHour = Map.groupBy(counts, ({ at }) => Math.floor(second(at) / HOUR_SECONDS));
  return Array.from({ length: hourCount }, (_, i) => {
    const from = end - (hourCount - i) * HOUR_SECONDS;
    const counted = countsByHour.get(from / HOUR_SECONDS);
    return {
      measured: counted && Math.min(countedSeconds(counted, from), spaces * HOUR_SECONDS),
      stayed: sum(stays.map((stay) => secondsIn(stay, from, from + HOUR_SECONDS))),
    };
  });
}

/** `asOf` is in milliseconds; the 168 whole hours end with the hour before the one of `asOf`. */
export function occupancyOf(spaces: number, known: Known, asOf: number): Occupancy {
  const end = Math.floor(asOf / 1_000 / HOUR_SECONDS) * HOUR_SECONDS;
  const hours = hoursOf(spaces, known, end, HOURS);
  const measured = hours.flatMap((hour) => (hour.measured === undefined ? [] : [hour.measured]));
  const others = hours.filter((hour) => hour.measured === undefined);
  const hasStays = sum(hours.map(({ stayed }) => stayed)) > 0;
  // Of a lot without stays only what was counted is known.
  const knownHours = hasStays ? HOURS : measured.length;
  const atMost = others.length * spaces * HOUR_SECONDS;
  const unmeasured = Math.min(sum(others.map(({ stayed }) => stayed)), atMost);
  return {
    occupied_minutes: Math.floor((sum(measured) + unmeasured) / 60 + 0.5),
    known_minutes: knownHours * spaces * 60,
  };
}

/** Every second of the hour has the newest count before its end, else the first of the hour. */
function countedSeconds(counts: readonly Counted[], from: number): number {
  const standing = [...new Map(counts.map((count) => [+count.at, count])).values()].toSorted(
    (one, other) => +one.at - +other.at,
  );
  return sum(
    standing.map(({ at, occupied }, i) => {
      const next = standing[i + 1];
      const until = next === undefined ? from + HOUR_SECONDS : second(next.at);
      return occupied * (until - (i === 0 ? from : second(at)));
    }),
  );
}

function secondsIn({ startedAt, endedAt }: Stayed, from: number, to: number): number {
  const until = Math.min(endedAt ? second(endedAt) : to, to);
  return Math.max(0, until - Math.max(second(startedAt), from));
}
