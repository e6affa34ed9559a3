import { type Html, html } from '../../dress/html.ts';
import type { OperatorLotShape } from '../../v1/lots/operator-lot.ts';
import { amount } from '../parts/amount.ts';
import { badge } from '../parts/badge.ts';

type Rated = Pick<
  OperatorLotShape,
  'base_rate' | 'rate_unit' | 'currency' | 'tariff' | 'charge_text' | 'max_daily_rate'
>;

/** What a lot charges, in a few words. */
export function rateWords(lot: Rated): string {
  const { base_rate: rate, rate_unit: unit, currency, tariff, max_daily_rate: most } = lot;
  if (tariff !== null) return tariffWords(tariff.summary ?? [], currency);
  if (rate === null)
    return lot.charge_text === null ? 'no rate posted' : `as text: ${lot.charge_text}`;
  if (rate === 0) return 'free';
  const daily = most === null ? '' : `, at most ${amount(most, currency)} in 24 h`;
  return `${amount(rate, currency)} ${unit === 'hour' ? 'an hour' : 'a day'}${daily}`;
}

/** The first line of a tariff, and how many there are. */
function tariffWords([first = '', ...others]: readonly string[], currency: string): string {
  const more = others.length === 0 ? '' : ` … (${others.length + 1} lines)`;
  return `${currency.toUpperCase()} ${first}${more}`;
}

type Stated = Pick<
  OperatorLotShape,
  'status' | 'merged_into' | 'is_waiting_for_check' | 'is_listed' | 'total_spaces'
>;

/** Whether drivers find a lot, and can park there. */
export function lotState(lot: Stated): Html {
  if (lot.merged_into !== null) return badge('warn', 'merged into another');
  if (lot.status === 'closed') return badge('bad', 'closed');
  if (lot.is_waiting_for_check) return badge('warn', 'waits for the check');
  if (!lot.is_listed) return badge('idle', 'not listed');
  return lot.total_spaces === null ? badge('warn', 'listed, no capacity') : badge('ok', 'listed');
}

/** Street and town, as far as they are known. */
export function addressOf({
  address,
  city,
}: Pick<OperatorLotShape, 'address' | 'city'>): Html | string {
  // Many addresses name the town already.
  const town = city !== null && address?.includes(city) ? null : city;
  const parts = [address, town].filter((part) => part !== null);
  return parts.length === 0 ? html`<span class="quiet">not known</span>` : parts.join(', ');
}
