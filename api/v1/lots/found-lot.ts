import { type Static, Type } from 'typebox';
import type { Nowcast } from '../../../src/demand/outlook/nowcast-lots.ts';
import { fromMinor } from '../../../src/kit/money.ts';
import { nullable } from '../../../src/kit/web/document/field-types.ts';
import { named } from '../../../src/kit/web/document/named.ts';
import { joinObjects } from '../../../src/kit/web/reply/join-objects.ts';
import { FEW_PCT_MAX, LEVELS } from '../../../src/parking/lots/availability-shown.ts';
import { differInUseAlone } from '../../../src/parking/lots/search/match/known-lot.ts';
import type { FoundLot } from '../../../src/parking/lots/search/show-lots.ts';
import { occupancyPct, offerLotRate } from '../../../src/tariffs/offer-lot-rate.ts';
import type { Quote } from '../../../src/tariffs/quotes.ts';
import { BillingStep, NoDailyMax } from '../../../src/tariffs/rate-shapes.ts';
import { LotSchema, presentLot, presentRate } from '../../fields/lot-shape.ts';
import { quoteOf, SealedQuoteSchema, type Window } from './quote.ts';

const Forecast = Type.Array(
  named('ExpectedSpaces', {
    in_minutes: Type.Integer({ minimum: 0 }),
    available_spaces: Type.Integer({ minimum: 0 }),
    occupied_pct: Type.Integer({ minimum: 0, maximum: 100 }),
  }),
  {
    description:
      'Expected in 30, 60 and 120 minutes, in searches for now: the forecast, and what usually ' +
      'remains of the present difference from it. null: nothing is known, or only the level shown',
  },
);

export const FoundLotSchema = named('FoundLot', {
  ...LotSchema.properties,
  distance_m: Type.Integer({ description: 'Great-circle metres' }),
  availability: named(
    'Availability',
    {
      total_spaces: nullable(Type.Integer({ description: 'null, here and below: not known' })),
      available_spaces: nullable(
        Type.Integer({
          description:
            'Free now, or in all of the window. null here and in occupancy_pct also where the ' +
            "lot's operator shows others only the level, or nothing",
        }),
      ),
      occupancy_pct: nullable(Type.Integer({ minimum: 0, maximum: 100 })),
      level: nullable(
        Type.Enum([...LEVELS], {
          description:
            `few: at most ${FEW_PCT_MAX} percent of the spaces are free, or 1. ` +
            'null: not known, or not shown',
        }),
      ),
      status: Type.Enum(['open', 'full', 'closed', 'unknown'], {
        description:
          'closed: now, or in some part of the window. unknown: nobody knows whether the lot is ' +
          'open (parking is sold all the same), or the operator does not show how full it is',
      }),
      as_of: Type.String({
        format: 'date-time',
        description: 'When it was so; of a count shown exactly, when it was reported',
      }),
      source: nullable(
        Type.Enum(['sessions', 'reported'], {
          description: 'null: available_spaces are not shown',
        }),
      ),
      forecast: Type.Optional(nullable(Forecast)),
    },
    { description: 'Now, or in the window from starts_at to ends_at' },
  ),
  pricing: named('FoundLotPricing', {
    base_rate: nullable(Type.Number()),
    effective_rate: nullable(
      Type.Number({ description: 'Of a stay that begins now, or at starts_at' }),
    ),
    rate_unit: Type.Enum(['hour', 'day']),
    billing_step_minutes: BillingStep,
    currency: Type.String(),
    max_daily_rate: nullable(Type.Number()),
    has_no_daily_max: NoDailyMax,
  }),
  quote: Type.Optional(nullable(SealedQuoteSchema)),
});

/** Of the price of each lot, where an answer has several: language models read these answers. */
const LINES_SHOWN_MAX = 16;

type Context = {
  baseUrl: string;
  window: Window | undefined;
  /** How many lots the answer has. */
  lotCount: number;
  seal(quote: Quote): string;
};

/** What is expected soon after now; null: nothing is known, undefined: it is not said. */
type Soon = Nowcast[] | null | undefined;

/** A lot that was found, with its state now or in the window. */
export function presentFoundLot(lot: FoundLot, context: Context): Static<typeof FoundLotSchema> {
  return { ...presentLot(lot, context.baseUrl), ...presentState(lot, context) };
}

/** The same as JSON. The part about the lot itself is written once, and kept until it changes. */
export function writeFoundLot(lot: FoundLot, context: Context, forecast?: Soon): string {
  const state = JSON.stringify(presentState(lot, context, forecast));
  return joinObjects(writeLot(lot, context.baseUrl), state);
}

function writeLot(lot: FoundLot, baseUrl: string): string {
  const { kept } = lot;
  if (kept === null) return JSON.stringify(presentLot(lot, baseUrl));
  const { lot: of, description } = kept;
  const { text } = description;
  if (text?.of === of) return text.json;
  const isSame = text !== null && differInUseAlone(text.of, of);
  const json = isSame ? text.json : JSON.stringify(presentLot(lot, baseUrl));
  description.text = { of, json };
  return json;
}

function presentState(lot: FoundLot, context: Context, forecast?: Soon) {
  const { window } = context;
  const { base_rate, ...unit } = presentRate(lot);
  const { totalSpaces, availableSpaces } = lot;
  const rate = offerLotRate(lot, window?.startedAt ?? lot.now);
  const effectiveRate = rate === undefined ? null : fromMinor(rate.rateMinor, lot.currency);
  return {
    distance_m: Math.round(lot.distanceM),
    availability: {
      total_spaces: totalSpaces,
      available_spaces: availableSpaces,
      occupancy_pct:
        totalSpaces === null || availableSpaces === null
          ? null
          : occupancyPct({ totalSpaces, occupiedSpaces: totalSpaces - availableSpaces }),
      level: lot.level,
      status: statusOf(lot),
      as_of: lot.availableAsOf.toISOString(),
      source: sourceOf(lot),
      ...(forecast !== undefined && { forecast }),
    },
    pricing: { base_rate, effective_rate: effectiveRate, ...unit },
    ...(window && { quote: presentQuoted(lot, window, context) }),
  } satisfies Omit<Static<typeof FoundLotSchema>, keyof Static<typeof LotSchema>>;
}

function presentQuoted(lot: FoundLot, window: Window, { lotCount, seal }: Context) {
  const quote = quoteOf(lot, window, seal);
  const lineCount = quote?.lines.length ?? 0;
  if (quote === null || lotCount === 1 || lineCount <= LINES_SHOWN_MAX) return quote;
  return { ...quote, lines: [], line_count: lineCount };
}

/**
 * Where nothing is shown of how full a lot is, `open` would mean that it is not full. A lot is full
 * whether or not its hours are known.
 */
function statusOf({ availabilityShown, openState, level }: FoundLot) {
  if (availabilityShown === 'none' && openState === 'open') return 'unknown';
  return openState !== 'closed' && level === 'full' ? 'full' : openState;
}

function sourceOf({ availabilityShown, isReported }: FoundLot) {
  if (availabilityShown !== 'exact') return null;
  return isReported ? 'reported' : 'sessions';
}
