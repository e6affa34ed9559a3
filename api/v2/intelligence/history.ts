import { millisecondsInDay } from 'date-fns/constants';
import { chooseCity, type KnownCity } from '../../../src/demand/agent-demand/choose-city.ts';
import { findHistory, type History } from '../../../src/demand/history/find-history.ts';
import type { Confidence } from '../../../src/demand/rates/confidence.ts';
import { definePriced } from '../../price/define-priced.ts';
import { PRICES_CENTS } from '../../price/prices.ts';
import { HistoryQuery, readPeriod, readPlace } from './history-query.ts';
import { HistoryData } from './history-shape.ts';
import { historyCsv, presentHistory } from './present-history.ts';

/** Of the steps. */
const HIGH_CONFIDENCE_PCT_MIN = 90;
const PERCENT = 100;
/** A step takes about so much memory. */
const BYTES_PER_STEP = 100;

export const getHistoryOperation = definePriced({
  operationId: 'getHistory',
  path: '/api/v2/intelligence/history',
  summary: 'How a figure of a city or circle went, by day, week or month, up to ten years back',
  description:
    'What may be shown of the areas of the lots that are there now, by spaces. A day is shown ' +
    'with 4 operators, 30 stays and 10 vehicles, else with the other such days of its week, or ' +
    'month, when that is over. compare_from compares before and after. Free without any figure.',
  tags: ['intelligence'],
  auth: { scope: 'intelligence', plans: ['pro', 'enterprise'] },
  budgets: ['intelligence'],
  price: PRICES_CENTS.history,
  confidence: {
    low: 'no step has a value',
    medium: 'all between',
    high: `at least ${HIGH_CONFIDENCE_PCT_MIN} % of the steps have a value`,
  },
  query: HistoryQuery,
  dataDescription: 'The steps of the period, in order',
  data: HistoryData,
  csv: {
    description: 'The steps, one a line (RFC 4180), with their names above; null is empty',
    present: historyCsv,
  },
  errors: ['NOT_FOUND'],

  async handler({ query, livemode, caller }, api) {
    const { db, market, clock } = api;
    const { metric, step } = query;
    const today = Math.floor(clock.now() / millisecondsInDay);
    const { period, compareDay } = readPeriod(query, today);
    const place = await readPlace(query, { caller, livemode }, api);
    const { answers, asOf } = await market.read(livemode, []);
    const history = await answers.find(
      JSON.stringify(['history', place, metric, period, step]),
      async () => {
        const where =
          'city' in place
            ? { city: await chooseCity({ db, answers }, { ...place, livemode }) }
            : place;
        const city = 'city' in where ? nameOf(where.city) : null;
        const question = { place: where, metric, period, step, livemode };
        const found = await findHistory({ db, market }, question);
        return { ...found, city, byteLength: BYTES_PER_STEP * (1 + found.steps.length) };
      },
    );
    const near = 'near' in place ? place.near : undefined;
    return {
      data: presentHistory(history, { metric, step, compareDay, near }),
      confidence: confidenceIn(history),
      // A publication may have become valid for a later instant since.
      asOf: new Date(Math.max(+asOf, +history.asOf)),
    };
  },
});

function nameOf({ name, state, country, district }: KnownCity) {
  return { name, state, country, district };
}

function confidenceIn({ steps }: History): Confidence {
  const disclosedCount = steps.filter(({ value }) => value !== null).length;
  if (disclosedCount === 0) return 'low';
  return PERCENT * disclosedCount >= HIGH_CONFIDENCE_PCT_MIN * steps.length ? 'high' : 'medium';
}
