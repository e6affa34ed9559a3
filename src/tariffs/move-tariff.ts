import { minutesInDay, minutesInHour } from 'date-fns/constants';
import { divideRoundingHalfUp } from '../kit/money.ts';
import type { Tariff, TariffPart } from './tariff.ts';

/** The lowest and the highest price that rules can lead to, in minor units; null: no such limit. */
export type PriceLimits = { floorMinor: number | null; ceilingMinor: number };

/** Which limit a price was moved to. */
export type Limited = 'floor' | 'ceiling';

type Ratio = { by: bigint; per: bigint };

/**
 * The tariff with all its prices, not its maxima, multiplied by percents, each rounded half up
 * once. The limits hold for what an hour (a day, where prices are per day) costs at the first price
 * of each part, and for flat prices: a part beyond one is moved to it as a whole. What is free
 * stays free.
 */
export function moveTariff(
  tariff: Tariff,
  percents: readonly number[],
  limits: PriceLimits,
): { tariff: Tariff; limited: ReadonlySet<Limited> } {
  const moved = {
    by: percents.reduce((product, percent) => product * BigInt(percent), 1n),
    per: 100n ** BigInt(percents.length),
  };
  const limited = new Set<Limited>();
  const parts = tariff.parts.map((part) => {
    const found = limitOf(part, moved, limits);
    if (found !== undefined) limited.add(found.limit);
    return movePart(part, found?.ratio ?? moved);
  });
  return { tariff: { ...tariff, parts }, limited };
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

function movePart(part: TariffPart, { by, per }: Ratio): TariffPart {
  const move = (minor: number) => divideRoundingHalfUp(BigInt(minor) * by, per);
  const { steps, flat_minor: flat } = part;
  return {
    ...part,
    ...(steps && {
      steps: steps.map((step) => ({ ...step, price_minor: move(step.price_minor) })),
    }),
    ...(flat !== undefined && { flat_minor: move(flat) }),
  };
}
