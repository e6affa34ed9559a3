import type { MandateShape } from '../../fields/mandate-shape.ts';
import { amount, counted } from '../parts/amount.ts';

/** What a mandate allows, in words, such as `may spend at most CAD 20.00 a month`. */
export function mandateWords(mandate: MandateShape): string {
  const { lot_ids: lotIds, area, hours, timezone, needs_activation: isHold } = mandate;
  const where = [
    lotIds && `only at ${counted(lotIds.length, 'lot')}`,
    area && `only within ${area.radius_km} km of ${area.lat}, ${area.lng}`,
    hours && `only while ${hours} (${timezone})`,
    isHold && 'may hold, and another key has to begin the stays',
  ];
  return [spending(mandate), ...where].filter(Boolean).join('; ');
}

function spending({ currency, ...limits }: MandateShape): string | undefined {
  if (currency === null) return undefined;
  const stated = [
    limits.max_per_stay !== null && `${amount(limits.max_per_stay, currency)} a stay`,
    limits.max_per_day !== null && `${amount(limits.max_per_day, currency)} a day`,
    limits.max_per_month !== null && `${amount(limits.max_per_month, currency)} a month`,
  ].filter(Boolean);
  return `may spend at most ${stated.join(', ')}`;
}

/** What is left of a limit: not known where it is not, and no limit where there is none. */
export function leftWords(
  { currency }: Pick<MandateShape, 'currency'>,
  limit: number | null,
  left: number | null | undefined,
): string {
  if (limit === null || currency === null) return 'no limit';
  return `${amount(left, currency)} of ${amount(limit, currency)}`;
}
