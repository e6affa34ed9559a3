import { readTariff } from '../../../../src/tariffs/input/read-tariff.ts';
import { showTariff } from '../../../../src/tariffs/input/show-tariff.ts';
import type { LotPlace } from '../../../../src/tariffs/price/lot-clock.ts';
import {
  DAYS,
  MAXIMUM_PERIODS,
  type Tariff,
  type TariffPart,
  type When,
} from '../../../../src/tariffs/tariff.ts';
import type { Random } from '../../../stage/random.ts';

const KINDS = ['car', 'motorcycle', 'truck'] as const;

/** A tariff of one to six parts, often a plain one, with whatever a tariff can have. */
export function randomTariff(random: Random, firstDay: number): Tariff {
  const int = random.integer;
  const maybe = <T>(share: number, make: () => T): T | undefined =>
    random.next() < share ? make() : undefined;
  const some = <T>(values: readonly T[]): T[] => {
    const found = values.filter(() => random.next() < 0.4);
    return found.length === 0 ? [random.pick(values)] : found;
  };
  const minuteOfDay = () => random.pick([0, 360, 480, 540, 720, 1_080, 1_200, int(0, 1_439)]);

  function when(): When {
    const found: When = {};
    if (random.next() < 0.5) found.days = some(DAYS);
    if (random.next() < 0.7) [found.from_minute, found.to_minute] = [minuteOfDay(), minuteOfDay()];
    const first = firstDay + int(-5, 10);
    if (random.next() < 0.15) found.dates = [{ first, last: first + int(0, 20) }];
    if (random.next() < 0.1) found.vehicle_kinds = some(KINDS);
    return found;
  }

  function steps(): TariffPart['steps'] {
    const found = [];
    let from = 0;
    for (let count = int(1, 4); count > 0; count -= 1) {
      const per = random.pick([1, 10, 15, 20, 30, 60, 60, 120, 1_440]);
      const billing = maybe(0.3, () => random.pick([1, 1, 5, 15, per]));
      found.push({
        from_minutes: from,
        price_minor: random.pick([0, int(1, 99), int(100, 999), int(1, 100_000)]),
        per_minutes: per,
        ...(billing !== undefined && { billing_step_minutes: billing }),
      });
      from += random.pick([30, 60, 60, 120, int(1, 500)]);
    }
    return found;
  }

  const count = random.pick([1, 1, 2, 3, 4, 6]);
  const parts = Array.from({ length: count }, (_, i): TariffPart => {
    const isLast = i === count - 1;
    const price = random.next() < 0.2 ? { flat_minor: int(0, 2_000) } : { steps: steps() ?? [] };
    const max = maybe(0.25, () => int(0, 3_000));
    return {
      name: `part ${i}`,
      ...(!(isLast && random.next() < 0.7) && { when: when() }),
      ...price,
      ...(max !== undefined && { max_minor: max }),
    };
  });
  const tariff: Tariff = { parts, maxima: random.next() < 0.4 ? null : [] };
  if (tariff.maxima !== null)
    tariff.maxima = MAXIMUM_PERIODS.filter(() => random.next() < 0.3).map((per) => ({
      per,
      amount_minor: int(0, random.pick([3_000, 20_000, 100_000])),
    }));
  if (random.next() < 0.2) tariff.minimum_minutes = int(1, 300);
  if (random.next() < 0.3) tariff.free_minutes = int(1, 120);
  if (random.next() < 0.5 && tariff.free_minutes !== undefined) tariff.free_is_deducted = true;
  return tariff;
}

/** Whether a lot there can post it: parts that overlap or never hold, for example, are refused. */
export function canPost(tariff: Tariff, currency: string, place: LotPlace): boolean {
  try {
    readTariff(showTariff(tariff, currency), currency, place);
    return true;
  } catch {
    return false;
  }
}
