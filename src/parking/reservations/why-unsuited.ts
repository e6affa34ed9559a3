import { millisecondsInDay, millisecondsInHour } from 'date-fns/constants';
import { AppError } from '../../kit/errors.ts';
import { fromMinor } from '../../kit/money.ts';
import type { VehicleKind } from '../../kit/vehicle-kinds.ts';
import type { MaxRate } from '../../tariffs/max-rate.ts';
import type { OfferedRate } from '../../tariffs/offer-rate.ts';
import { priceStay } from '../../tariffs/price/price-stay.ts';
import type { NewHold } from '../holds/new-hold.ts';
import type { Intent, IntentFeature } from '../intents/intent.ts';
import type { LotType } from '../lots/lot-type.ts';

/** The columns of a lot that decide whether it is suitable. */
type LotToSuit = {
  name: string;
  features: readonly string[];
  lotType: LotType | null;
  evSpaces: number;
  accessibleSpaces: number;
  avSpaces: number;
  maxHeightCm: number | null;
  currency: string;
};

/** The rate and the cost there of a stay of the length that is asked for. */
type Price = { rate: OfferedRate; totalMinor: number };

/** Why a lot is not suitable, for programs (`reason`) and for people (`message`). */
export type Unsuited = {
  reason:
    | 'other_lot_type'
    | 'lacks_feature'
    | 'too_few_marked'
    | 'too_low'
    | 'height_needed'
    | 'other_currency'
    | 'too_expensive';
  message: string;
};

const CM_PER_METRE = 100;

/** Usual largest heights of these kinds of vehicle; for other kinds no height is needed. */
const USUAL_HEIGHT_CM: Readonly<Partial<Record<VehicleKind, number>>> = {
  van: 210,
  rv: 350,
  truck: 400,
  bus: 400,
};

const FEATURE_WORDS: Readonly<Record<IntentFeature, string>> = {
  ev_charging: 'charging',
  accessible: 'accessible',
  covered: 'covered',
  av: 'self-driving',
};

/**
 * Whether a lot has what was asked for. The only such check, for lots that were named, given by id
 * or found around a place. Returns undefined when the lot is suitable.
 */
export function whyUnsuited(
  lot: LotToSuit,
  price: Price,
  asked: NewHold,
  intent: Intent,
): Unsuited | undefined {
  return (
    whyBuiltOtherwise(lot, intent) ??
    whyUnequipped(lot, asked) ??
    whyTooLow(lot, intent) ??
    (intent.maxRate === null ? undefined : whyTooDear(lot, price, intent.maxRate, asked.startsAt))
  );
}

export function unsuited({ reason, message }: Unsuited): AppError {
  return new AppError('NOT_FOUND', message, { details: { reason } });
}

function whyBuiltOtherwise(
  { name, lotType }: LotToSuit,
  { lotTypes }: Intent,
): Unsuited | undefined {
  if (lotTypes === null || (lotType !== null && lotTypes.includes(lotType))) return undefined;
  const wanted = lotTypes.join(' or ');
  return {
    reason: 'other_lot_type',
    message:
      lotType === null
        ? `the type of ${name} is not known, and ${wanted} is asked for`
        : `${name} is of the type ${lotType}, not ${wanted}`,
  };
}

function whyUnequipped(lot: LotToSuit, { parsed, spaceCount }: NewHold): Unsuited | undefined {
  const { evSpaces, accessibleSpaces, avSpaces } = lot;
  const marked = {
    ev_charging: evSpaces,
    accessible: accessibleSpaces,
    av: avSpaces,
    covered: 0,
  };
  for (const feature of parsed.features as IntentFeature[]) {
    const words = FEATURE_WORDS[feature];
    if (!lot.features.includes(feature))
      return { reason: 'lacks_feature', message: `${lot.name} has no ${words} spaces` };
    // 0 means that the number of such spaces is not known.
    if (marked[feature] > 0 && marked[feature] < spaceCount)
      return {
        reason: 'too_few_marked',
        message: `${lot.name} has ${marked[feature]} ${words} spaces`,
      };
  }
  return undefined;
}

function whyTooLow({ name, maxHeightCm }: LotToSuit, { vehicle }: Intent): Unsuited | undefined {
  if (maxHeightCm === null) return undefined;
  const { heightCm, kind } = vehicle;
  const lot = `${name} is ${maxHeightCm / CM_PER_METRE} m high`;
  if (heightCm !== null && heightCm > maxHeightCm)
    return {
      reason: 'too_low',
      message: `${lot}, the ${kind ?? 'vehicle'} ${heightCm / CM_PER_METRE} m`,
    };
  const usualCm = kind === null ? undefined : USUAL_HEIGHT_CM[kind];
  if (heightCm === null && usualCm !== undefined && usualCm > maxHeightCm)
    return {
      reason: 'height_needed',
      message: `${lot}: the intent has to say how high the ${kind} is`,
    };
  return undefined;
}

/** Whether the first hour, the first day or the whole stay costs more than the caller allows. */
function whyTooDear(
  { name, currency }: LotToSuit,
  { rate, totalMinor }: Price,
  { amount, currencies, per }: MaxRate,
  startedAt: Date,
): Unsuited | undefined {
  if (currencies.length > 0 && !currencies.includes(currency))
    return { reason: 'other_currency', message: `${name} takes ${currency}` };
  const costOf = (spanMs: number) =>
    priceStay(
      rate.tariff,
      { startedAt, endedAt: new Date(startedAt.getTime() + spanMs) },
      rate.conditions,
    ).subtotalMinor;
  const costMinor = {
    hour: () => costOf(millisecondsInHour),
    day: () => costOf(millisecondsInDay),
    total: () => totalMinor,
  }[per]();
  const cost = fromMinor(costMinor, currency);
  if (cost <= Number(amount)) return undefined;
  const unit = per === 'total' ? 'in total' : `per ${per}`;
  return { reason: 'too_expensive', message: `${name} costs ${cost} ${currency} ${unit}` };
}
