import type { Maximum, MaximumPer, Tariff, TariffPart } from '../../tariff.ts';
import { type Band, bandsOf, deductedMinutes, isFree, reachesOver } from '../bands.ts';
import type { LeftOut } from '../left-out.ts';
import { fitsReset } from './durations.ts';
import { stepValue } from './values.ts';

/** What a RateTable of APDS 4 cannot say: it has no hours, days or vehicles. */
export function unsaid(tariff: Tariff, currency: string): LeftOut[] {
  return tariff.parts.flatMap((part): LeftOut[] => {
    const ofPart = (reason: string) => ({ part: part.name, reason });
    if (part.when !== undefined) return [ofPart('when it holds')];
    const reasons = reasonsOf(tariff, part, currency).map(ofPart);
    return [...reasons, ...reasonsOfAll(tariff, part).map((reason) => ({ part: null, reason }))];
  });
}

function reasonsOf(tariff: Tariff, part: TariffPart, currency: string): string[] {
  const reasons: string[] = [];
  if (part.flat_minor !== undefined && part.flat_minor > 0 && deductedMinutes(tariff) > 0)
    reasons.push('a flat price that is not paid for the first minutes');
  const bands = isFree(part) ? [] : bandsOf(tariff, part);
  if (bands.some((band) => stepValue(band, currency) === undefined))
    reasons.push('a price of a step whose digits do not end');
  if (bands.some(reachesOver))
    reasons.push('a started step that is paid whole also where another price begins');
  return reasons;
}

function reasonsOfAll(tariff: Tariff, part: TariffPart): string[] {
  const { minimum_minutes: minimum, free_minutes: free } = tariff;
  const reasons: string[] = [];
  if (isFree(part)) return reasons;
  if (free !== undefined && !tariff.free_is_deducted)
    reasons.push('a stay that is free, where a longer one pays from its first minute');
  if (part.flat_minor !== undefined) return reasons;
  const reset = resetOf(tariff, part);
  if (minimum !== undefined && (free !== undefined || reset !== 'stay'))
    reasons.push('minimum_minutes, where they do not always cost the same');
  const maxima = maximaOf(tariff, part);
  if (maxima.length > 1) reasons.push('more than one maximum');
  const [step] = bandsOf(tariff, part);
  if (reset !== 'stay' && (!isOneBand(tariff, part) || !fitsReset(reset, step?.stepMinutes ?? 1)))
    reasons.push(`a maximum per ${reset.replace('_', ' ')} beside prices that start again then`);
  return reasons;
}

/** What limits the only part of a tariff that is paid by steps. */
export function maximaOf({ maxima }: Tariff, part: TariffPart): Maximum[] {
  if (part.flat_minor !== undefined || isFree(part)) return [];
  const ofStay = [part.max_minor, maxima?.find(({ per }) => per === 'stay')?.amount_minor];
  const most = Math.min(...ofStay.map((minor) => minor ?? Infinity));
  const others = maxima?.filter(({ per }) => per !== 'stay') ?? [];
  return most === Infinity ? others : [{ amount_minor: most, per: 'stay' }, ...others];
}

/** After which time the rate starts again: with its maximum or, if that changes nothing, a day. */
export function resetOf(tariff: Tariff, part: TariffPart): MaximumPer {
  const [maximum] = maximaOf(tariff, part);
  if (maximum !== undefined) return maximum.per;
  const [band] = bandsOf(tariff, part);
  const isSteady = band !== undefined && !isFree(part) && isOneBand(tariff, part) && isByDay(band);
  return isSteady && tariff.minimum_minutes === undefined ? '24h' : 'stay';
}

const isByDay = ({ stepMinutes }: Band) => fitsReset('24h', stepMinutes);

function isOneBand(tariff: Tariff, part: TariffPart): boolean {
  return deductedMinutes(tariff) === 0 && bandsOf(tariff, part).length === 1;
}
