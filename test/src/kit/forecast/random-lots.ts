import type { Ahead, SharedParameters } from '../../../../src/kit/forecast/fit-lot.ts';
import { HALF_HOURS, HOLIDAY } from '../../../../src/kit/forecast/history/day-curve.ts';
import {
  dayCurvesOf,
  type FigureName,
  type LotDays,
  slotsOf,
} from '../../../../src/kit/forecast/history/lot-day-curves.ts';
import type { LotHistory } from '../../../../src/kit/forecast/history/lot-history.ts';
import { IMPACTS, type Mark } from '../../../../src/kit/forecast/history/unusual-days.ts';
import { CALENDAR_DAYS, HORIZONS } from '../../../../src/kit/forecast/lot-forecast.ts';
import { learnParameters } from '../../../../src/kit/forecast/pool.ts';
import type { Random } from '../../../stage/random.ts';

export type SomeLot = { history: LotHistory; days: LotDays; ahead: Ahead };

/** 2026-01-01, a Thursday. */
const FIRST_DAY = 20_454;

export function weekdayAt(day: number): number {
  return (FIRST_DAY + day + 3) % 7;
}

/** A lot whose share in each half hour is given, with usual days only and without stays. */
export function lotWith(days: number, share: (day: number, slot: number) => number): SomeLot {
  return {
    history: {
      firstDay: FIRST_DAY,
      days,
      spaces: 100,
      isCounted: true,
      hasStays: false,
      shares: Float32Array.from({ length: days * HALF_HOURS }, (_, i) =>
        share(Math.floor(i / HALF_HOURS), i % HALF_HOURS),
      ),
      sessions: new Float32Array(days).fill(Number.NaN),
      revenueMinor: new Float32Array(days).fill(Number.NaN),
    },
    days: {
      kinds: Uint8Array.from({ length: days + CALENDAR_DAYS }, (_, day) => weekdayAt(day)),
      marks: new Map(),
      region: 'region',
    },
    ahead: {
      closed: new Uint8Array(Math.ceil(CALENDAR_DAYS / 8)),
      heldSpaces: new Float32Array(HORIZONS * HALF_HOURS),
    },
  };
}

/** A lot with gaps, spikes, holidays, events, closed days and held spaces at random. */
export function randomLot(random: Random, days: number): SomeLot {
  const share = random.pick([usualShare, stuckShare, wildShare])(random);
  const gaps = random.pick([0, 0.1, 0.9, 1]);
  const gappy = (value: number) => (random.next() < gaps ? Number.NaN : value);
  const lot = lotWith(days, (day, slot) => gappy(share(day, slot)));
  const spaces = random.integer(1, 3_000);
  return {
    history: {
      ...lot.history,
      spaces,
      hasStays: true,
      sessions: lot.history.sessions.map(() => gappy(random.poisson(random.integer(0, 30)))),
      revenueMinor: lot.history.revenueMinor.map(() => gappy(random.integer(0, 1e6))),
    },
    days: {
      kinds: lot.days.kinds.map((kind) => (random.next() < 0.04 ? HOLIDAY : kind)),
      marks: randomMarks(random, days + CALENDAR_DAYS),
      region: random.pick(['region', 'another']),
    },
    ahead: {
      closed: lot.ahead.closed.map(() => random.pick([0, 1, 129, 255])),
      heldSpaces: lot.ahead.heldSpaces.map(() => random.pick([0, 1, spaces, 2 * spaces])),
    },
  };
}

const usualShare = (random: Random) => (day: number, slot: number) => {
  const busy = weekdayAt(day) < 5 ? 0.8 : 0.3;
  const share = busy * Math.sin((Math.PI * slot) / HALF_HOURS) + 0.1 * random.normal();
  return Math.max(0, Math.min(1, share));
};
const stuckShare = (random: Random) => {
  const share = random.pick([0, 0.5, 1]);
  return () => share;
};
const wildShare = (random: Random) => () => random.pick([0, 0, 0.001, random.next(), 1]);

function randomMarks(random: Random, days: number): Map<number, Mark[]> {
  const marks = new Map<number, Mark[]>();
  for (let day = 0; day < days; day += 1) {
    if (random.next() > 0.08) continue;
    const count = random.integer(1, 3);
    marks.set(
      day,
      Array.from({ length: count }, () => {
        const fromSlot = random.integer(0, HALF_HOURS - 1);
        const toSlot = random.integer(fromSlot + 1, HALF_HOURS);
        const type = random.pick(['concert', 'sports']);
        return { fromSlot, toSlot, type, impact: random.pick(IMPACTS) };
      }),
    );
  }
  return marks;
}

/** What these lots have in common before each day. */
export async function sharedParametersOf(
  lots: readonly SomeLot[],
  days: number,
): Promise<SharedParameters> {
  const learn = (figure: FigureName) => {
    const dayCurves = lots.map((lot) => dayCurvesOf(lot.history, lot.days)[figure]);
    return learnParameters(dayCurves, days, slotsOf(figure));
  };
  return {
    shares: await learn('shares'),
    sessions: await learn('sessions'),
    revenueMinor: await learn('revenueMinor'),
  };
}
