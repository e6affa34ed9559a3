import { Type } from 'typebox';
import { callDispatcherOperation } from '../../../api/agents/openai/actions.ts';
import { defineDocument } from '../../../api/document/define-document.ts';
import { closeOperation, defineOperation } from '../../../api/operation.ts';
import { definePriced } from '../../../api/price/define-priced.ts';
import { type Deprecation, deprecated } from '../../../api/reply/deprecation.ts';
import { getLotsGeojsonOperation } from '../../../api/v1/lots.geojson.ts';
import { notFound } from '../../../src/kit/errors.ts';
import { named } from '../../../src/kit/web/document/named.ts';

// Operations of every form with something deprecated.

export const OLD: Deprecation = {
  since: '2026-12-01',
  sunset: '2027-06-01',
  successor: '/api/v2/things/{thing_id}',
  docs: '/docs/versioning.md',
};

/** A field goes later, to another page. */
const OLD_FIELD: Deprecation = {
  since: '2026-12-15',
  sunset: '2027-07-01',
  successor: 'title',
  docs: '/docs/promises.md',
};

/** Every form that the body of an answer may have; anything else is not found. */
export const getOldThing = defineOperation({
  operationId: 'getOldThing',
  method: 'get',
  path: '/api/v1/old-things/{thing_id}',
  summary: 'A thing, as it was',
  description: 'With its name',
  tags: ['meta'],
  auth: 'public',
  budgets: ['read'],
  params: Type.Object({ thing_id: Type.String({ maxLength: 20 }) }),
  responses: {
    200: {
      description: 'The thing',
      schema: Type.Union([
        named('OldThing', { name: Type.String() }),
        Type.Array(Type.Object({ name: Type.String() }, { title: 'OldThingOfMany' })),
      ]),
      headers: { Link: 'What is like it' },
    },
    204: { description: 'Nothing' },
  },
  errors: ['NOT_FOUND'],
  deprecated: OLD,
  async handler({ params }) {
    const name = params.thing_id;
    const headers = { Link: '</others>; rel="related"' };
    if (name === 'object') return { status: 200, headers, body: { name } };
    if (name === 'bytes') return { status: 200, body: Buffer.from(JSON.stringify({ name })) };
    if (name === 'list') return { status: 200, body: Buffer.from('[{"name":"One"}]') };
    if (name === 'nothing') return { status: 204 };
    throw notFound('thing');
  },
});

const Maker = named('Maker', { name: Type.String() });

/** A write with nothing deprecated but a field of its body. */
export const createNewThing = defineOperation({
  operationId: 'createNewThing',
  method: 'post',
  path: '/api/v1/new-things',
  summary: 'A thing',
  description: 'By its title.',
  tags: ['meta'],
  auth: { scope: 'lots:write' },
  budgets: ['write'],
  query: Type.Object({ lang: deprecated(Type.Optional(Type.String()), OLD_FIELD) }),
  body: Type.Object(
    {
      title: Type.Optional(Type.String()),
      name: Type.Optional(deprecated(Type.String({ description: 'Its name' }), OLD_FIELD)),
    },
    { examples: [{ title: 'One' }] },
  ),
  responses: {
    201: {
      description: 'The thing',
      schema: Type.Object({
        things: Type.Array(
          named('NewThing', {
            title: Type.String(),
            name: deprecated(Type.String(), OLD_FIELD),
            maker: Maker,
            seller: deprecated(Type.Optional(Maker), OLD_FIELD),
          }),
        ),
      }),
    },
  },
  async handler({ body }) {
    const title = body.title ?? body.name ?? '';
    const things = [{ title, name: title, maker: { name: 'Two' } }];
    return { status: 201, body: { things } };
  },
});

/** What is sold, as JSON or as CSV. */
const getOldFigure = definePriced({
  operationId: 'getOldFigure',
  path: '/api/v2/intelligence/old-figure',
  summary: 'A figure, as it was',
  description: 'For sale.',
  tags: ['meta'],
  auth: { scope: 'intelligence', plans: ['pro', 'enterprise'] },
  budgets: ['intelligence'],
  price: 10,
  confidence: { low: 'never', medium: 'never', high: 'always' },
  query: Type.Object({}),
  dataDescription: 'The figure',
  data: Type.Object({ figure: Type.Integer() }),
  csv: { description: 'The figure', present: ({ figure }) => `figure\r\n${figure}\r\n` },
  deprecated: { ...OLD, successor: '/api/v2/intelligence/figure' },
  async handler() {
    return { data: { figure: 42 }, confidence: 'high', asOf: new Date(0) };
  },
});

/** Bytes with a tag of their own. */
const getOldDocument = defineDocument({
  operationId: 'getOldDocument',
  path: '/old.json',
  summary: 'A document, as it was',
  description: 'For programs.',
  answer: 'The document',
  contentType: 'application/json',
  schema: Type.Object({ is_old: Type.Boolean() }),
  deprecated: { ...OLD, successor: '/new.json' },
  make: () => JSON.stringify({ is_old: true }),
});

/** A stream of one event. */
const getOldEvents = defineOperation({
  operationId: 'getOldEvents',
  method: 'get',
  path: '/old-events',
  summary: 'What happens, as it was',
  description: 'As it happens.',
  tags: ['meta'],
  auth: 'public',
  budgets: ['read'],
  responses: {
    200: {
      description: 'Events',
      contentType: 'text/event-stream',
      schema: Type.Integer(),
    },
  },
  deprecated: OLD,
  async handler() {
    return {
      status: 200,
      body: {
        async *events() {
          yield { data: 1 };
        },
      },
    };
  },
});

/** A feed in a form that others have defined. */
const oldFeed = closeOperation({ ...getLotsGeojsonOperation, deprecated: OLD });

/** The endpoint of assistants. */
const oldDispatcher = closeOperation({ ...callDispatcherOperation, deprecated: OLD });

export const deprecatedOperations = [
  getOldThing,
  createNewThing,
  getOldFigure,
  getOldDocument,
  getOldEvents,
  oldFeed,
  oldDispatcher,
];
