import { addHours } from 'date-fns/addHours';
import { addMinutes } from 'date-fns/addMinutes';
import { ANYWHERE } from './plain-rate.ts';
import { partReader } from './price/part-at.ts';
import { priceStay } from './price/price-stay.ts';
import type { Step, Tariff, TariffPart } from './tariff.ts';

/** A Wednesday: no part for weekends, holidays or the night holds then. */
const USUAL_TIME = new Date('2026-01-14T10:00:00Z');

/**
 * What stands for a tariff where one price is shown: in the part that usually holds on a Wednesday
 * at 10:00 (else in the first) the first hour that is paid, or the flat price. In minor units;
 * maxima and what is free at the beginning do not count.
 */
export function firstHourOf(tariff: Tariff): number {
  const { flat_minor: flat, steps } = usualPart(tariff);
  return steps === undefined ? (flat ?? 0) : firstPaidHour(steps);
}

/** The part that usually holds on a Wednesday at 10:00, else the first. */
export function usualPart({ parts }: Tariff): TariffPart {
  const usual = parts.filter(({ when }) => !when?.dates && !when?.vehicle_kinds);
  const readPart = partReader(
    { parts: usual, maxima: null },
    { ...ANYWHERE, startedAt: USUAL_TIME },
  );
  const held = usual[readPart(USUAL_TIME.getTime()).part ?? -1] ?? parts[0];
  if (held === undefined) throw new RangeError('a tariff has at least one part');
  return held;
}

function firstPaidHour(steps: Step[]): number {
  const paid = steps.find(({ price_minor }) => price_minor > 0) ?? steps[0];
  const paidFrom = addMinutes(USUAL_TIME, paid?.from_minutes ?? 0);
  const costUntil = (endedAt: Date) =>
    endedAt <= USUAL_TIME
      ? 0
      : priceStay(
          { parts: [{ name: '', steps }], maxima: null },
          { startedAt: USUAL_TIME, endedAt },
          ANYWHERE,
        ).subtotalMinor;
  return costUntil(addHours(paidFrom, 1)) - costUntil(paidFrom);
}
