import { Type } from 'typebox';
import { defineOperation, type Operation } from '../../api/operation.ts';
import { definePriced } from '../../api/price/define-priced.ts';

const Vehicle = Type.Object({ vin: Type.Optional(Type.String({ minLength: 3 })) });

/** A public read with every kind of path and query parameter. */
export const getThing = defineOperation({
  operationId: 'getThing',
  method: 'get',
  path: '/api/v1/things/{thing_id}',
  summary: 'A thing',
  tags: ['sample'],
  auth: 'public',
  budgets: ['read'],
  params: Type.Object({ thing_id: Type.String({ maxLength: 20 }) }),
  query: Type.Object({
    lat: Type.Optional(Type.Number({ minimum: -90, maximum: 90 })),
    factor: Type.Optional(Type.Number()),
    limit: Type.Integer({ minimum: 1, maximum: 50, default: 10 }),
    is_open: Type.Optional(Type.Boolean()),
    sort: Type.Optional(Type.Union([Type.Literal('price'), Type.Literal('distance')])),
    name: Type.Optional(Type.String()),
  }),
  headers: Type.Object({
    'Idempotency-Key': Type.Optional(Type.String({ minLength: 1, maxLength: 255 })),
    'If-None-Match': Type.Optional(Type.String()),
  }),
  responses: { 200: { description: 'What arrived', schema: Type.Unknown() } },
  async handler({ params, query, headers, livemode }) {
    return { status: 200, body: { params, query, headers, livemode } };
  },
});

/** A literal path beside a path with a parameter; its answer may be cached. */
export const getThingSearch = defineOperation({
  operationId: 'getThingSearch',
  method: 'get',
  path: '/api/v1/things/search',
  summary: 'Not the thing called "search"',
  tags: ['sample'],
  auth: 'public',
  budgets: ['read'],
  responses: { 200: { description: 'Itself', schema: Type.Object({ found: Type.Boolean() }) } },
  async handler() {
    return { status: 200, headers: { 'Cache-Control': 'public' }, body: { found: true } };
  },
});

/** A write whose body may name an agent. */
export const createEcho = defineOperation({
  operationId: 'createEcho',
  method: 'post',
  path: '/api/v1/echoes',
  summary: 'What was sent',
  tags: ['sample'],
  auth: { scope: 'sessions:write' },
  budgets: ['write', 'agent_session'],
  body: Type.Object({
    plate: Type.String({ minLength: 2, maxLength: 2_000_000 }),
    hours: Type.Optional(Type.Number({ maximum: 24 })),
    vehicle: Type.Optional(Vehicle),
    vehicles: Type.Optional(Type.Array(Vehicle, { maxItems: 3 })),
    anything: Type.Optional(Type.Unknown()),
    metadata: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
    agent: Type.Optional(Type.Object({ agent_platform: Type.String() })),
  }),
  responses: {
    201: {
      description: 'What arrived',
      schema: Type.Object({
        echo: Type.Unknown(),
        agent_platform: Type.Union([Type.String(), Type.Null()]),
        livemode: Type.Boolean(),
      }),
    },
  },
  agentPlatform: ({ body }) => body.agent?.agent_platform,
  async handler({ body, caller, livemode }) {
    return { status: 201, body: { echo: body, agent_platform: caller.agentPlatform, livemode } };
  },
});

/** A priced read of the v2 interface. */
export const getInsight = definePriced({
  operationId: 'getInsight',
  path: '/api/v2/intelligence/insight',
  summary: 'Something worth paying for',
  tags: ['sample'],
  auth: { scope: 'intelligence', plans: ['pro', 'enterprise'] },
  budgets: ['intelligence'],
  price: 10,
  confidence: { low: 'never', medium: 'never', high: 'always' },
  query: Type.Object({ is_empty: Type.Boolean({ default: false }) }),
  dataDescription: 'The insight',
  data: Type.Object({ insight: Type.Integer() }),
  responses: { 204: { description: 'None' } },
  async handler({ query }) {
    if (query.is_empty) return { status: 204 };
    return { data: { insight: 42 }, confidence: 'high', asOf: new Date(0) };
  },
});

/** A read whose handler runs the function of its test. */
export function getWork(work: () => Promise<unknown>) {
  return defineOperation({
    operationId: 'getWork',
    method: 'get',
    path: '/api/v1/work',
    summary: 'Does something',
    tags: ['sample'],
    auth: { scope: 'lots:read' },
    budgets: ['read'],
    responses: { 200: { description: 'Done', schema: Type.Object({ done: Type.Boolean() }) } },
    async handler() {
      await work();
      return { status: 200, body: { done: true } };
    },
  });
}

/** What another operation can be declared after. */
export const like = ({ repeat: _repeat, ...operation }: Operation) => operation;

export const sampleOperations = [getThing, getThingSearch, createEcho, getInsight];
