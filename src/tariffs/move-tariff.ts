import { minutesInDay, minutesInHour } from 'date-fns/constants';
import { divideRoundingHalfUp } from '../kit/money.ts';
import type { Tariff, TariffPart } from './tariff.ts';

/** The lowest and the highest price that rules can lead to, in minor units; null: no such limit. */
export type PriceLimits = { floorMinor: number | null; ceilingMinor: number };

/** What is multiplied: these parts (null: all), and whether their maxima and the tariff's are. */
export type Moved = { parts: readonly string[] | null; areMaximaMoved: boolean };

/** Which limit a price was moved to. */
export type Limited = 'floor' | 'ceiling';

type Ratio = { by: bigint; per: bigint };

/**
 * The tariff with its prices multiplied by percents, each rounded half up once. The limits hold for
 * what an hour (a day, where prices are per day) costs at the first price of each part that is
 * moved, and for flat prices: a part beyond one is moved to it as a whole. What is free stays free.
 */
export function moveTariff(
  tariff: Tariff,
  percents: readonly number[],
  limits: PriceLimits,
  { parts: names, areMaximaMoved }: Moved,
): { tariff: Tariff; limited: ReadonlySet<Limited> } {
  const moved = ratioOf(percents);
  const limited = new Set<Limited>();
  const parts = tariff.parts.map((part) => {
    if (names !== null && !names.includes(part.name)) return part;
    const found = limitOf(part, moved, limits);
    if (found !== undefined) limited.add(found.limit);
    return movePart(part, found?.ratio ?? moved, areMaximaMoved);
  });
  const maxima = areMaximaMoved ? moveMaxima(tariff.maxima, moved) : tariff.maxima;
  return { tariff: { ...tariff, parts, maxima }, limited };
}

function moveMaxima(maxima: Tariff['maxima'], ratio: Ratio): Tariff['maxima'] {
  return (
    maxima?.map(({ per, amount_minor }) => ({ per, amount_minor: move(amount_minor, ratio) })) ??
    null
  );
}

function limitOf(
  part: TariffPart,
  { by, per }: Ratio,
  { floorMinor, ceilingMinor }: PriceLimits,
): { limit: Limited; ratio: Ratio } | undefined {
  const price = mainPrice(part);
  if (price.by === 0n) return undefined;
  const to = (minor: number) => ({ by: BigInt(minor) * price.per, per: price.by });
  const isOver = (minor: number) => price.by * by > BigInt(minor) * price.per * per;
  const isUnder = (minor: number) => price.by * by < BigInt(minor) * price.per * per;
  if (floorMinor !== null && isUnder(floorMinor)) return { limit: 'floor', ratio: to(floorMinor) };
  if (isOver(ceilingMinor)) return { limit: 'ceiling', ratio: to(ceilingMinor) };
  return undefined;
}

/** What an hour or a day costs at the first price that is not 0, or the flat price. */
function mainPrice({ steps, flat_minor: flat = 0 }: TariffPart): Ratio {
  const step = steps?.find(({ price_minor }) => price_minor > 0);
  if (step === undefined) return { by: BigInt(flat), per: 1n };
  const { price_minor: price, per_minutes: per } = step;
  const unit = per >= minutesInDay ? minutesInDay : minutesInHour;
  return { by: BigInt(price) * BigInt(unit), per: BigInt(per) };
}

/** An amount times percents, rounded half up once. */
export function multiply(minor: number, percents: readonly number[]): number {
  return move(minor, ratioOf(percents));
}

function ratioOf(percents: readonly number[]): Ratio {
  return {
    by: percents.reduce((product, percent) => product * BigInt(percent), 1n),
    per: 100n ** BigInt(percents.length),
  };
}

function move(minor: number, { by, per }: Ratio): number {
  return divideRoundingHalfUp(BigInt(minor) * by, per);
}

function movePart(part: TariffPart, ratio: Ratio, isMaxMoved: boolean): TariffPart {
  const { steps, flat_minor: flat, max_minor: max } = part;
  return {
    ...part,
    ...(steps && {
      steps: steps.map((step) => ({ ...step, price_minor: move(step.price_minor, ratio) })),
    }),
    ...(flat !== undefined && { flat_minor: move(flat, ratio) }),
    ...(isMaxMoved && max !== undefined && { max_minor: move(max, ratio) }),
  };
}
