import { minutesInHour } from 'date-fns/constants';
import { minorDigits } from '../../../kit/money.ts';
import type { Tariff, TariffPart } from '../../tariff.ts';
import { type Band, bandsOf, deductedMinutes, isFree, onlyPart, reachesOver } from '../bands.ts';
import type { LeftOut } from '../left-out.ts';

/** Numbers of OCPI have as many decimals. */
const DECIMALS = 4;

/** What OCPI 2.2.1 cannot say, or would compute in another way. */
export function unsaid(tariff: Tariff, currency: string): LeftOut[] {
  const ofParts = tariff.parts.flatMap((part) =>
    reasonsOf(tariff, part, currency).map((reason) => ({ part: part.name, reason })),
  );
  return [...reasonsOfAll(tariff).map((reason) => ({ part: null, reason })), ...ofParts];
}

function reasonsOfAll(tariff: Tariff): string[] {
  const { otherwise, minimum_minutes: minimum, free_minutes: free } = tariff;
  const reasons: string[] = [];
  if (otherwise !== undefined) reasons.push('time without a price would be free, not unsold');
  if (tariff.parts.every(isFree)) return reasons;
  if (free !== undefined && !tariff.free_is_deducted)
    reasons.push('a stay that is free, where a longer one pays from its first minute');
  const only = onlyPart(tariff);
  // Each stay costs the same.
  if (only?.flat_minor !== undefined) return reasons;
  if (minimum !== undefined && (only === undefined || free !== undefined))
    reasons.push('minimum_minutes, where they do not always cost the same');
  for (const { per } of tariff.maxima ?? [])
    if (per !== 'stay') reasons.push(`a maximum per ${per.replace('_', ' ')}`);
  return reasons;
}

function reasonsOf(tariff: Tariff, part: TariffPart, currency: string): string[] {
  const { when = {}, flat_minor: flat = 0, max_minor: max, steps = [] } = part;
  const isOnly = onlyPart(tariff) !== undefined;
  const reasons: string[] = [];
  if (when.days?.includes('holiday')) reasons.push('public holidays');
  if (when.vehicle_kinds !== undefined) reasons.push('kinds of vehicles');
  if (isOnly && isFree(part)) return reasons;
  if (flat > 0 && (!isOnly || deductedMinutes(tariff) > 0))
    reasons.push('a flat price for each time that it holds');
  if (max !== undefined && !isOnly && !isFree(part))
    reasons.push('a maximum for each time that it holds');
  const bands = steps.length > 0 ? bandsOf(tariff, part) : [];
  if (bands.some((band) => hourPrice(band, currency) === undefined))
    reasons.push(`a price for an hour with more than ${DECIMALS} decimals`);
  if (!(isOnly ? areWholeSteps(bands) : bands.every(({ stepMinutes }) => stepMinutes === 1)))
    reasons.push('a started step that is paid whole also where another price begins');
  return reasons;
}

/** Whether rounding up all paid minutes by the last step is the same as rounding up each price. */
function areWholeSteps(bands: readonly Band[]): boolean {
  const begin = bands[0]?.fromMinute ?? 0;
  return bands.every((band) => {
    const isSame = band.priceMinor === 0 || (band.fromMinute - begin) % band.stepMinutes === 0;
    return isSame && !reachesOver(band);
  });
}

/** For an hour, in currency units; undefined: it is no number of OCPI. */
export function hourPrice({ priceMinor, perMinutes }: Band, currency: string): number | undefined {
  const scale = 10n ** BigInt(DECIMALS);
  const numerator = BigInt(priceMinor * minutesInHour) * scale;
  const denominator = BigInt(perMinutes) * 10n ** BigInt(minorDigits(currency));
  if (numerator % denominator !== 0n) return undefined;
  return Number(numerator / denominator) / Number(scale);
}
