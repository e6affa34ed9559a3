/** A reading whose time may mean two instants, because clocks were put back. */
type TimedReading = {
  /** Readings of one series stand in the order of time, whichever way: of one lot, or all. */
  series: string;
  /** Earliest first; none: the time could not be read. */
  instants: readonly Date[];
};

/** `at` undefined: nothing tells which instant was meant. */
type Settled<Reading> = { reading: Reading; at: Date | undefined };

/** Waiting readings are kept in memory; a file that has more cannot be settled. */
const WAITING_MAX = 100_000;

/**
 * Decides which of two instants is meant by the readings of the hour that clocks show twice. They
 * are in the order of time, so where this hour begins again within them, it is the second one.
 * Readings that come once, or in no order, are left undecided. A reading waits for the next one of
 * its series that is certain.
 */
export async function* settleTimes<Reading extends TimedReading>(
  readings: AsyncIterable<Reading>,
): AsyncGenerator<Settled<Reading>> {
  const waiting = new Map<string, Reading[]>();
  const lastOf = new Map<string, Date>();
  let waitingCount = 0;

  function* settle(series: string, next: Date | undefined): Generator<Settled<Reading>> {
    const held = waiting.get(series) ?? [];
    waiting.delete(series);
    waitingCount -= held.length;
    const choices = choose(held, lastOf.get(series), next);
    for (const [i, reading] of held.entries()) yield { reading, at: choices?.[i] };
  }

  for await (const reading of readings) {
    const { series, instants } = reading;
    const [first, second] = instants;
    if (second !== undefined) {
      const held = waiting.get(series);
      if (held === undefined) waiting.set(series, [reading]);
      else held.push(reading);
      waitingCount += 1;
      if (waitingCount > WAITING_MAX)
        for (const one of [...waiting.keys()]) yield* settle(one, undefined);
      continue;
    }
    if (waiting.size > 0 && waiting.has(series)) yield* settle(series, first);
    if (first !== undefined) lastOf.set(series, first);
    yield { reading, at: first };
  }
  for (const series of [...waiting.keys()]) yield* settle(series, undefined);
}

/** The instant of each reading; undefined: the order does not tell. */
function choose(
  held: readonly TimedReading[],
  before: Date | undefined,
  after: Date | undefined,
): Date[] | undefined {
  const early = held.map(({ instants }) => instants[0]?.getTime() ?? Number.NaN);
  const late = held.map(({ instants }) => instants.at(-1)?.getTime() ?? Number.NaN);
  if (before === undefined && after === undefined) return undefined;
  const from = before?.getTime() ?? Number.NEGATIVE_INFINITY;
  const until = after?.getTime() ?? Number.POSITIVE_INFINITY;
  if (isRising([from, ...early.slice(0, 1), ...late.slice(-1), until]))
    return inRisingOrder(early, late, [from, until]);
  const [latest, earliest] = [before?.getTime() ?? Infinity, after?.getTime() ?? -Infinity];
  if (!isRising([earliest, ...early.slice(-1), ...late.slice(0, 1), latest])) return undefined;
  return inRisingOrder(early.toReversed(), late.toReversed(), [earliest, latest])?.toReversed();
}

function inRisingOrder(
  early: readonly number[],
  late: readonly number[],
  [from, until]: readonly [number, number],
): Date[] | undefined {
  const isTurn = (i: number) => i > 0 && (early[i] ?? 0) <= (early[i - 1] ?? 0);
  const [turn, another] = [...early.keys()].filter(isTurn);
  if (turn === undefined || another !== undefined) return undefined;
  const chosen = early.map((time, i) => (i < turn ? time : (late[i] ?? time)));
  const gaps = [from, ...chosen, until].map((time, i, all) => time - (all[i - 1] ?? time)).slice(1);
  // The same time twice may be one reading that is repeated, unless there is one each hour.
  const isRepeat = early[turn] === early[turn - 1] && new Set(gaps).size > 1;
  return isRepeat ? undefined : chosen.map((time) => new Date(time));
}

/** Two equal ones may be one reading. */
function isRising(times: readonly number[]): boolean {
  return times.every((time, i) => i === 0 || (times[i - 1] ?? 0) <= time);
}
