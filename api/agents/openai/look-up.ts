import { type Static, Type } from 'typebox';
import {
  availabilityQuestion,
  type Question,
  ratesQuestion,
} from '../../../src/demand/searches/search-by.ts';
import type { Window } from '../../../src/kit/hours/opening-hours.ts';
import { nullable } from '../../../src/kit/web/document/field-types.ts';
import { named } from '../../../src/kit/web/document/named.ts';
import { lookUpLot } from '../../../src/parking/lots/search/look-up-lot.ts';
import type { FoundLot } from '../../../src/parking/lots/search/show-lots.ts';
import { offerLotRate, tariffOf } from '../../../src/tariffs/offer-lot-rate.ts';
import { summarize } from '../../../src/tariffs/words/summarize.ts';
import type { Api } from '../../app.ts';
import { InstantInput } from '../../fields/field-types.ts';
import { LotId } from '../../fields/ids.ts';
import { FoundLotSchema, presentFoundLot } from '../../v1/lots/found-lot.ts';
import { readWindow } from '../../v1/lots/quote.ts';
import { AppliedRuleSchema, presentRules } from '../../v1/pricing-shape.ts';
import type { Viewer } from './search-parking.ts';

const parameters = named(
  'LookUpParameters',
  {
    lot_id: LotId(),
    starts_at: Type.Optional(InstantInput('Start of the stay that is planned; needs ends_at')),
    ends_at: Type.Optional(InstantInput('End of the stay that is planned; needs starts_at')),
  },
  { description: 'Which lot, and when: now, or in the window from starts_at to ends_at' },
);
type LookUp = Static<typeof parameters>;
type Answered<B> = Promise<{ question: Question; body: B }>;

export const CheckAvailabilityCall = named('CheckAvailabilityCall', {
  action: Type.Literal('check_availability', { description: 'Whether a lot has a free space' }),
  parameters,
});

export const GetRatesCall = named('GetRatesCall', {
  action: Type.Literal('get_rates', { description: 'What a lot costs' }),
  parameters,
});

const { availability, pricing, quote } = FoundLotSchema.properties;

export const AvailabilityAnswer = {
  lot_id: LotId(),
  available: nullable(
    Type.Boolean({
      description:
        'A space is free, and the lot is not known to be closed; null: its operator does not say',
    }),
  ),
  ...availability.properties,
};
const Availability = Type.Object(AvailabilityAnswer);

export const RatesAnswer = {
  lot_id: LotId(),
  ...pricing.properties,
  summary: nullable(
    Type.Array(Type.String(), {
      description: 'What is posted, in words: a line per part. null: nothing is',
    }),
  ),
  rules: Type.Array(AppliedRuleSchema, { description: 'What made effective_rate of base_rate' }),
  status: availability.properties.status,
  as_of: Type.String({ format: 'date-time', description: 'The instant of the question' }),
  quote,
};
const Rates = Type.Object(RatesAnswer);

/** Errors, here and below: NOT_FOUND; BAD_REQUEST naming `starts_at` or `ends_at`. */
export async function checkAvailability(
  asked: LookUp,
  viewer: Viewer,
  api: Api,
): Answered<Static<typeof Availability>> {
  const { lot, shown, period } = await lookUp(asked, viewer, api);
  const available = isAvailable(lot);
  return {
    question: availabilityQuestion(lot, period, available ?? true),
    body: { lot_id: shown.id, available, ...shown.availability },
  };
}

/** null: the lot's operator does not say. */
function isAvailable({ openState, totalSpaces, availabilityShown, level }: FoundLot) {
  if (openState === 'closed' || totalSpaces === null || totalSpaces === 0) return false;
  return availabilityShown === 'none' ? null : level !== 'full';
}

export async function getRates(
  asked: LookUp,
  viewer: Viewer,
  api: Api,
): Answered<Static<typeof Rates>> {
  const { lot, shown, period } = await lookUp(asked, viewer, api);
  const offered = offerLotRate(lot, period?.from ?? lot.now);
  const posted = tariffOf(lot);
  return {
    question: ratesQuestion(lot, period),
    body: {
      lot_id: shown.id,
      ...shown.pricing,
      summary: posted && summarize(posted, lot.currency),
      rules: presentRules(offered?.rules ?? []),
      status: shown.availability.status,
      as_of: lot.now.toISOString(),
      ...(shown.quote !== undefined && { quote: shown.quote }),
    },
  };
}

type Shown = {
  lot: FoundLot;
  shown: Static<typeof FoundLotSchema>;
  period: Window | null;
};

async function lookUp(asked: LookUp, viewer: Viewer, api: Api): Promise<Shown> {
  const window = readWindow(asked);
  const period = window === undefined ? null : { from: window.startedAt, to: window.endedAt };
  const { livemode, ownerId } = viewer;
  const question = { lotId: asked.lot_id, window: period, livemode, ownerId };
  const lot = await lookUpLot(api.db, question);
  const { seal } = await api.quotes.open();
  const context = { baseUrl: api.config.baseUrl, window, seal, lotCount: 1 };
  return { lot, shown: presentFoundLot(lot, context), period };
}
