import { setImmediate as yieldThread } from 'node:timers/promises';
import { millisecondsInHour, millisecondsInMinute } from 'date-fns/constants';
import type { DemoHour } from './demo-hours.ts';
import type { DemoLot } from './demo-lots.ts';
import { arrivalShare, HABITS } from './habits.ts';
import { createRandom, type Random } from './random.ts';

export type DemoStay = { lot: DemoLot; plate: string; startMs: number; endMs: number };

export type DemoPast = {
  /** Sorted by start; some end after now. */
  stays: DemoStay[];
  /** Whether the lot had a free space at the beginning of the hour with this index. */
  hasSpace(lot: DemoLot, hourIndex: number): boolean;
};

const SEED = 20_262;
const STAY_MINUTES_MIN = 10;
/** A vehicle appears again after this many stays of others, long after it has left. */
const VEHICLE_COUNT = 30_000;

/**
 * Every stay in the lots over the hours; no lot ever has more vehicles than spaces. Pauses between
 * parts, so that other work can run.
 */
export async function demoStays(
  lots: readonly DemoLot[],
  hours: readonly DemoHour[],
): Promise<DemoPast> {
  const random = createRandom(SEED);
  const full = new Map<DemoLot, Uint8Array>();
  const stays: Omit<DemoStay, 'plate'>[] = [];
  for (const lot of lots) {
    const isFull = new Uint8Array(hours.length);
    full.set(lot, isFull);
    stays.push(...staysIn(lot, hours, isFull, random));
    await yieldThread();
  }
  stays.sort((a, b) => a.startMs - b.startMs);
  return {
    stays: stays.map((stay, i) => ({ ...stay, plate: plateOf(i) })),
    hasSpace: (lot, hourIndex) => full.get(lot)?.[hourIndex] === 0,
  };
}

function staysIn(
  lot: DemoLot,
  hours: readonly DemoHour[],
  isFull: Uint8Array,
  random: Random,
): Omit<DemoStay, 'plate'>[] {
  const { habit } = lot.district;
  const { staysPerSpace, stayHours } = HABITS[habit];
  // Some lots are more popular than others.
  const wanted = staysPerSpace * lot.spaces * Math.exp(0.3 * random.normal());
  const stays: Omit<DemoStay, 'plate'>[] = [];
  let ends: number[] = [];
  hours.forEach(({ startMs: hourMs, weekday, hour }, hourIndex) => {
    ends = ends.filter((end) => end > hourMs);
    isFull[hourIndex] = ends.length >= lot.spaces ? 1 : 0;
    const isOpen = hour >= lot.opensAtHour;
    const arrivals = isOpen ? random.poisson(wanted * arrivalShare(habit, weekday, hour)) : 0;
    const starts = Array.from(
      { length: arrivals },
      () => hourMs + random.next() * millisecondsInHour,
    );
    for (const start of starts.sort((a, b) => a - b)) {
      const startMs = Math.floor(start / millisecondsInMinute) * millisecondsInMinute;
      const minutes = stayHours * 60 * Math.exp(0.6 * random.normal());
      const endMs =
        startMs + Math.max(STAY_MINUTES_MIN, Math.round(minutes)) * millisecondsInMinute;
      ends = ends.filter((end) => end > startMs);
      if (ends.length >= lot.spaces) continue;
      ends.push(endMs);
      stays.push({ lot, startMs, endMs });
    }
  });
  return stays;
}

function plateOf(stayIndex: number): string {
  return `DEMO${String(stayIndex % VEHICLE_COUNT).padStart(5, '0')}`;
}
