import { type Static, Type } from 'typebox';
import {
  findAgentDemand,
  HIGH_CONFIDENCE_DAYS_MIN,
  HIGH_CONFIDENCE_QUERIES_MIN,
  QUERIES_MIN,
} from '../../../src/demand/agent-demand/agent-demand.ts';
import { PLATFORM_QUERIES_MIN } from '../../../src/demand/agent-demand/choose-city.ts';
import { PERIOD_DAYS_MAX } from '../../../src/demand/agent-demand/city-demand.ts';
import { writtenJson } from '../../../src/kit/web/reply/written-json.ts';
import { definePriced } from '../../price/define-priced.ts';
import { PRICES_CENTS } from '../../price/prices.ts';
import { AgentDemandData } from './agent-demand-shape.ts';
import { presentAgentDemand } from './present-agent-demand.ts';

type Data = Static<typeof AgentDemandData>;

const CITY_LENGTH_MAX = 100;
const STATE_LENGTH_MAX = 50;

const AgentDemandQuery = Type.Object({
  city: Type.String({
    minLength: 1,
    maxLength: CITY_LENGTH_MAX,
    description:
      'A city by any of its names, such as `San Diego`, or a district, which means its city; the ' +
      'state may follow a comma',
  }),
  state: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: STATE_LENGTH_MAX,
      description: 'Where several cities have this name: the state, for example `CA`, or country',
    }),
  ),
  days: Type.Integer({
    minimum: 1,
    maximum: PERIOD_DAYS_MAX,
    default: 30,
    description: 'Days to look back: local dates, today included',
  }),
});

export const getAgentDemandOperation = definePriced({
  operationId: 'getAgentDemand',
  path: '/api/v2/intelligence/agent-demand',
  summary: 'What software agents ask about parking in a city',
  description:
    'What agents ask with a key, by local dates; at most 20 of an operator a day and place. ' +
    'A stay or hold within 24 h and 2 km of a search by its key or agent is a conversion. ' +
    'Shown: dates on which 3 operators asked; of other dates platforms with keys and ' +
    `${PLATFORM_QUERIES_MIN} queries. Free below 3 queries.`,
  tags: ['intelligence'],
  auth: { scope: 'intelligence', plans: ['pro', 'enterprise'] },
  budgets: ['intelligence'],
  price: PRICES_CENTS.agentDemand,
  confidence: {
    low: `fewer than ${QUERIES_MIN} queries that may be shown in the period`,
    medium: 'all between',
    high: `at least ${HIGH_CONFIDENCE_QUERIES_MIN} queries on ${HIGH_CONFIDENCE_DAYS_MIN} days`,
  },
  query: AgentDemandQuery,
  dataDescription: 'The demand of agents in the city',
  data: AgentDemandData,
  errors: ['NOT_FOUND'],

  async handler({ query, livemode }, { db, market }) {
    const { city, state = null, days: dayCount } = query;
    const { answers, asOf } = await market.read(livemode, []);
    return answers.find(
      JSON.stringify(['agent-demand', city, state, dayCount, asOf.toISOString()]),
      async () => {
        const question = { city, state, dayCount, livemode };
        const demand = await findAgentDemand({ db, market }, question);
        const { confidence } = demand;
        const data = writtenJson<Data>(JSON.stringify(presentAgentDemand(demand)));
        return { data, confidence, asOf: demand.asOf, byteLength: data.byteLength };
      },
    );
  },
});
