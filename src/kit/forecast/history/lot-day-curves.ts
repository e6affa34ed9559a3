import { createDayCurve, type DayCurve, HALF_HOURS } from './day-curve.ts';
import type { LotHistory } from './lot-history.ts';
import type { Mark } from './unusual-days.ts';

/** The days of a lot, those of its history and those after it; see DayCurve. */
export type LotDays = {
  kinds: Uint8Array;
  /** By day, in half hours of the day. */
  marks: ReadonlyMap<number, readonly Mark[]>;
  region: string;
};

/**
 * What is forecast of a lot. Sessions and revenue are square roots here, because their errors grow
 * like these.
 */
export type LotDayCurves = { shares: DayCurve; sessions: DayCurve; revenueMinor: DayCurve };

export const FIGURES = ['shares', 'sessions', 'revenueMinor'] as const;
export type FigureName = (typeof FIGURES)[number];

export function slotsOf(figure: FigureName): number {
  return figure === 'shares' ? HALF_HOURS : 1;
}

export function dayCurvesOf(history: LotHistory, days: LotDays): LotDayCurves {
  const wholeDays = new Map(
    [...days.marks].map(([day, marks]) => [
      day,
      marks.map((mark) => ({ ...mark, fromSlot: 0, toSlot: 1 })),
    ]),
  );
  const ofDays = (values: Float32Array) =>
    createDayCurve({
      ...days,
      marks: wholeDays,
      slots: 1,
      most: Number.POSITIVE_INFINITY,
      values: values.map(Math.sqrt),
    });
  return {
    shares: createDayCurve({ ...days, slots: HALF_HOURS, most: 1, values: history.shares }),
    sessions: ofDays(history.sessions),
    revenueMinor: ofDays(history.revenueMinor),
  };
}
