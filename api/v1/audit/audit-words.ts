import { type MandateRow, toMandate } from '../../../src/access/mandates/mandate.ts';
import { fromMinor } from '../../../src/kit/money.ts';
import { showTariff } from '../../../src/tariffs/input/show-tariff.ts';
import type { ShortSnapshot } from '../../../src/tariffs/rate-columns.ts';
import { presentMandate } from '../../fields/mandate-shape.ts';
import { presentRules } from '../pricing-shape.ts';
import { shownStatus } from '../sessions/session-status.ts';

export type Members = Readonly<Record<string, unknown>>;

const METRES_PER_KM = 1_000;

/** Columns of amounts in minor units, and what answers call them. */
const AMOUNTS: Readonly<Record<string, string>> = {
  rate_minor: 'rate',
  base_rate_minor: 'base_rate',
  max_daily_minor: 'max_daily_rate',
  estimated_minor: 'estimated_amount',
  subtotal_minor: 'subtotal',
  platform_fee_minor: 'platform_fee',
  amount_minor: 'amount',
  fee_minor: 'platform_fee_reversed',
};

const RENAMED: Readonly<Record<string, string>> = {
  event_id: 'id',
  latitude: 'lat',
  longitude: 'lng',
  is_autonomous: 'autonomous',
};

/** Columns that no answer has. */
const HIDDEN = ['operator_id', 'canceled_at'];

const INSTANT = /^(at|since|until|expected_end)$|_at$/;

/**
 * Members of an audit row in the names and units of the API. `currency` is that of their amounts.
 */
export function toWords(members: Members, currency: unknown): Members {
  const named = Object.entries(members).map(([name, value]) => toWord(name, value, currency));
  return Object.assign({}, ...named);
}

function toWord(name: string, value: unknown, currency: unknown): Members {
  const amount = AMOUNTS[name];
  if (amount !== undefined) return { [amount]: unitsOf(value, currency) };
  if (HIDDEN.includes(name)) return {};
  if (INSTANT.test(name)) return { [name]: instantOf(value) };
  switch (name) {
    case 'radius_m':
      return { radius_km: Number(value) / METRES_PER_KM };
    case 'status':
      return { status: value === 'ending' || value === 'expiring' ? shownStatus(value) : value };
    case 'mandate':
      return { mandate: value && presentMandate(toMandate(value as MandateRow)) };
    case 'rate_snapshot': {
      const { rules, tariff, base_rate_minor: plain = null, ...rate } = value as ShortSnapshot;
      const base = plain ?? tariff?.first_hour_minor;
      return {
        ...toWords({ ...rate, ...(base !== undefined && { base_rate_minor: base }) }, currency),
        ...(plain === null && tariff && { tariff: showTariff(tariff.terms, String(currency)) }),
        rules: presentRules(rules),
      };
    }
    default:
      return { [RENAMED[name] ?? name]: value };
  }
}

function unitsOf(minor: unknown, currency: unknown): number | null {
  return typeof minor === 'number' && typeof currency === 'string'
    ? fromMinor(minor, currency)
    : null;
}

/** Text that is no instant of our calendar stays as it is: nothing checked what older rows have. */
function instantOf(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  const at = new Date(value);
  return Number.isNaN(at.getTime()) ? value : at.toISOString();
}
