import { describe, expect, test } from 'vitest';
import { describeApi } from '../../api/document/openapi.ts';
import type { Operation } from '../../api/operation.ts';
import { deprecatedOperations, getOldThing } from '../api/reply/deprecated-operations.ts';
import { breakingApiChanges, breakingEventChanges } from './api-changes.ts';
import { describedNow } from './described-now.ts';

// Changes as people make them, each alone in the real descriptions: those that break programs are
// refused by name, and all others are not. To let one pass that breaks is worse than the reverse.

// biome-ignore lint/suspicious/noExplicitAny: a document is walked by path
type Any = any;
type Change = [what: string, change: (document: Any) => void, refused?: string];

const NOW = new Date('2026-12-20T00:00:00Z');
const { 'openapi-1': released, 'events-1': events } = describedNow();

const operationIn = (document: Any, call: string): Any => {
  const [method = '', path = ''] = call.split(' ');
  return document.paths[path][method];
};
const SEARCH = 'get /api/v1/lots/search';
const LOT = 'get /api/v1/lots/{lot_id}';
const CREATE = 'post /api/v1/sessions';
const MARKET = 'get /api/v2/intelligence/market-rate';
const HISTORY = 'get /api/v2/intelligence/history';
const BATCH = 'post /api/v1/lots/batch';

const query = (document: Any, name: string, call = SEARCH): Any =>
  operationIn(document, call).parameters.find((one: Any) => one.name === name);
const schema = (document: Any, name: string): Any => document.components.schemas[name];
const members = (document: Any, name: string): Any => schema(document, name).properties;
const drop = (list: Any[], one: unknown) => list.splice(list.indexOf(one), 1);
const sunsetOf = (marked: Any, sunset_at: string) => {
  marked.deprecated = true;
  marked['x-deprecation'] = { deprecated_at: '2026-05-01T00:00:00.000Z', sunset_at };
};
const rename = (document: Any, from: string, to: string) =>
  Object.assign(
    document,
    JSON.parse(JSON.stringify(document).replaceAll(`/schemas/${from}"`, `/schemas/${to}"`)),
  );

const API_CHANGES: Change[] = [
  // Operations
  ['an operation more', (d) => (d.paths['/api/v1/new'] = { get: operationIn(d, LOT) })],
  [
    'an operation less',
    (d) => delete d.paths['/api/v1/lots/{lot_id}'].patch,
    'PATCH /api/v1/lots/{lot_id}: is gone',
  ],
  [
    'another path',
    (d) => {
      d.paths['/api/v1/myself'] = d.paths['/api/v1/me'];
      delete d.paths['/api/v1/me'];
    },
    'GET /api/v1/me: is gone',
  ],
  [
    'another method',
    (d) => (d.paths['/api/v1/lots/{lot_id}'] = { head: operationIn(d, LOT) }),
    'GET /api/v1/lots/{lot_id}: is gone',
  ],
  [
    'another name in clients',
    (d) => (operationIn(d, LOT).operationId = 'readLot'),
    'GET /api/v1/lots/{lot_id}: is called readLot',
  ],
  ['another summary', (d) => (operationIn(d, LOT).summary = 'One lot')],
  // Callers
  [
    'a key where none was needed',
    (d) => (operationIn(d, LOT).security = [{ bearer: [] }]),
    'GET /api/v1/lots/{lot_id}: needs a key',
  ],
  [
    'a scope where any key was enough',
    (d) => (operationIn(d, 'get /api/v1/me')['x-scopes'] = ['keys:write']),
    'GET /api/v1/me: any is not enough for x-scopes',
  ],
  [
    'another scope',
    (d) => (operationIn(d, CREATE)['x-scopes'] = ['fleet:write']),
    'POST /api/v1/sessions: sessions:write is not enough for x-scopes',
  ],
  ['one more scope that is enough', (d) => operationIn(d, CREATE)['x-scopes'].push('fleet:write')],
  ['no scope', (d) => delete operationIn(d, CREATE)['x-scopes']],
  [
    'a higher plan',
    (d) => drop(operationIn(d, MARKET)['x-plans'], 'pro'),
    'GET /api/v2/intelligence/market-rate: pro is not enough for x-plans',
  ],
  // Prices
  [
    'a higher price',
    (d) => (operationIn(d, MARKET)['x-cost-cents'] = 11),
    'GET /api/v2/intelligence/market-rate: costs more',
  ],
  [
    'a price where there was none',
    (d) => (operationIn(d, LOT)['x-cost-cents'] = 1),
    'GET /api/v1/lots/{lot_id}: costs more',
  ],
  ['a lower price', (d) => (operationIn(d, MARKET)['x-cost-cents'] = 9)],
  // Parameters
  [
    'an optional parameter',
    (d) =>
      operationIn(d, SEARCH).parameters.push({
        ...query(d, 'sort'),
        ...{ name: 'order', schema: { type: 'string' } },
      }),
  ],
  [
    'a needed parameter',
    (d) => operationIn(d, LOT).parameters.push({ ...query(d, 'sort'), required: true }),
    'GET /api/v1/lots/{lot_id} query sort: is needed',
  ],
  [
    'a parameter that becomes needed',
    (d) => (query(d, 'lat').required = true),
    'GET /api/v1/lots/search query lat: is needed',
  ],
  [
    'a parameter less',
    (d) => drop(operationIn(d, SEARCH).parameters, query(d, 'covered')),
    'GET /api/v1/lots/search query covered: is no longer taken',
  ],
  [
    'a tighter limit',
    (d) => (query(d, 'radius_km').schema.maximum = 20),
    'GET /api/v1/lots/search query radius_km: maximum was 50, is 20',
  ],
  ['a wider limit', (d) => (query(d, 'radius_km').schema.maximum = 100)],
  ['no limit', (d) => delete query(d, 'radius_km').schema.maximum],
  [
    'a pattern where any text was taken',
    (d) => (query(d, 'currency').schema.pattern = '^[a-z]{2}$'),
    'GET /api/v1/lots/search query currency: pattern was',
  ],
  [
    'a keyword that was never used',
    (d) => (query(d, 'currency').schema.not = { const: 'eur' }),
    'GET /api/v1/lots/search query currency: not was free',
  ],
  [
    'another default',
    (d) => (query(d, 'limit').schema.default = 20),
    'GET /api/v1/lots/search query limit: default was 10, is 20',
  ],
  [
    'a value less that is taken',
    (d) => drop(query(d, 'sort').schema.enum, 'availability'),
    'GET /api/v1/lots/search query sort: no longer takes availability',
  ],
  ['a value more that is taken', (d) => query(d, 'sort').schema.enum.push('rating')],
  ['decimals where only integers were taken', (d) => (query(d, 'limit').schema.type = 'number')],
  [
    'integers where decimals were taken',
    (d) => (query(d, 'lat').schema.type = 'integer'),
    'GET /api/v1/lots/search query lat: may be number, no longer only integer',
  ],
  // Bodies
  [
    'a field that is needed in a body',
    (d) => {
      members(d, 'CreateSessionRequest').colour = { type: 'string' };
      schema(d, 'CreateSessionRequest').required.push('colour');
    },
    'CreateSessionRequest.colour: is needed',
  ],
  [
    'an optional field in a body',
    (d) => (members(d, 'CreateSessionRequest').colour = { type: 'string' }),
  ],
  [
    'a field less in a body',
    (d) => delete members(d, 'CreateSessionRequest').driver_email,
    'CreateSessionRequest.driver_email: is no longer taken',
  ],
  [
    'a field that is no longer needed',
    (d) => drop(schema(d, 'CreateSessionRequest').required, 'plate'),
  ],
  [
    'a shorter text deep inside a body',
    (d) => (members(d, 'CreateSessionRequest').metadata.additionalProperties.maxLength = 100),
    'CreateSessionRequest.metadata{}: maxLength was 500, is 100',
  ],
  [
    'a type of bodies less',
    (d) => delete operationIn(d, BATCH).requestBody.content['application/x-ndjson'],
    'POST /api/v1/lots/batch body: is no longer application/x-ndjson',
  ],
  [
    'a body that becomes needed',
    (d) => (operationIn(d, LOT).requestBody = { required: true, content: {} }),
    'GET /api/v1/lots/{lot_id}: needs a body',
  ],
  // Answers
  ['a field more in an answer', (d) => (members(d, 'Session').colour = { type: 'string' })],
  [
    'a field less in an answer',
    (d) => {
      delete members(d, 'Session').plate;
      drop(schema(d, 'Session').required, 'plate');
    },
    'Session.plate: is no longer there',
  ],
  [
    'an optional field less in an answer',
    (d) => delete members(d, 'Session').client_secret,
    'Session.client_secret: is no longer there',
  ],
  [
    'a field that may be missing',
    (d) => drop(schema(d, 'Session').required, 'plate'),
    'Session.plate: may be missing',
  ],
  [
    'a field that may be null',
    (d) => (members(d, 'Session').short_code = { anyOf: [{ type: 'string' }, { type: 'null' }] }),
    'Session.short_code: may be null',
  ],
  [
    'a field that is no longer null',
    (d) => (members(d, 'Session').agent_name = { type: 'string' }),
  ],
  [
    'a number that becomes a text',
    (d) => (members(d, 'Session').rate.type = 'string'),
    'Session.rate: may be string',
  ],
  [
    'one object that becomes a list',
    (d) => {
      const { vehicle } = members(d, 'Session');
      members(d, 'Session').vehicle = { type: 'array', items: vehicle };
    },
    'Session.vehicle: may be array',
  ],
  [
    'a state that readers do not know',
    (d) => members(d, 'Session').status.enum.push('paused'),
    'Session.status: may be paused',
  ],
  ['a state that is no longer answered', (d) => members(d, 'Session').status.enum.pop()],
  [
    'any text where there were states',
    (d) => delete members(d, 'Session').status.enum,
    'Session.status: may be another value',
  ],
  [
    'a type of events more, in a list that may grow',
    (d) => members(d, 'Event').type.enum.push('lot.created'),
  ],
  [
    'a text of another form',
    (d) => delete members(d, 'Session').started_at.format,
    'Session.started_at: format was "date-time", is free',
  ],
  [
    'decimals where there were integers',
    (d) => (members(d, 'Session').extended_count.type = 'number'),
    'Session.extended_count: may be number',
  ],
  ['integers where there were decimals', (d) => (members(d, 'Session').rate.type = 'integer')],
  [
    'a percentage above 100',
    (d) => {
      for (const [name, one] of Object.entries<Any>(members(d, 'Availability')))
        if (name === 'occupancy_pct')
          for (const it of [one, ...(one.anyOf ?? [])]) delete it.maximum;
    },
    'Availability.occupancy_pct: maximum was 100, is free',
  ],
  [
    'an answer less',
    (d) => delete operationIn(d, CREATE).responses[201],
    'POST /api/v1/sessions 201: is gone',
  ],
  [
    'a form of an answer less',
    (d) => delete operationIn(d, HISTORY).responses[200].content['text/csv'],
    'GET /api/v2/intelligence/history 200: is no longer text/csv',
  ],
  [
    'a form of an answer more',
    (d) => (operationIn(d, LOT).responses[200].content['text/csv'] = {}),
  ],
  [
    'a header less',
    (d) => delete operationIn(d, 'get /api/v1/lots.geojson').responses[200].headers.ETag,
    'GET /api/v1/lots.geojson 200: has no header ETag',
  ],
  [
    'an error more, and another less',
    (d) => {
      const { responses } = operationIn(d, LOT);
      responses[409] = responses[404];
      delete responses[404];
    },
  ],
  [
    'errors without an id',
    (d) => {
      delete members(d, 'ErrorBody').request_id;
      drop(schema(d, 'ErrorBody').required, 'request_id');
    },
    'ErrorBody.request_id: is no longer there',
  ],
  [
    'another name of a schema',
    (d) => {
      d.components.schemas.Stay = schema(d, 'Session');
      delete d.components.schemas.Session;
      rename(d, 'Session', 'Stay');
    },
    'Session: has lost its name',
  ],
  // Words
  [
    'other descriptions, examples and order',
    (d) => {
      const { lot_id, ...others } = members(d, 'CreateSessionRequest');
      schema(d, 'CreateSessionRequest').properties = { ...others, lot_id };
      schema(d, 'CreateSessionRequest').examples = [];
      members(d, 'Session').rate.description = 'What an hour or a day costs';
      d.info.version = '1.5.0';
    },
  ],
];

const EVENT_CHANGES: Change[] = [
  ['an event more', (e) => (e['lot.created'] = e['lot.updated'])],
  ['an event less', (e) => delete e['session.extended'], 'session.extended: is gone'],
  ['a member more', (e) => (e['session.created'].data.properties.colour = { type: 'string' })],
  [
    'a member less',
    (e) => delete e['session.created'].data.properties.agent_name,
    'session.created.agent_name: is no longer there',
  ],
  [
    'a member less in a new version',
    (e) => {
      e['session.ended'].version += 1;
      delete e['session.ended'].data.properties.subtotal;
    },
    'session.ended.subtotal: is no longer there',
  ],
  [
    'a member of another type',
    (e) => (e['payment.failed'].data.properties.retryable.type = 'string'),
    'payment.failed.retryable: may be string',
  ],
  [
    'a member that may be missing',
    (e) => e['payment.failed'].data.required.pop(),
    'payment.failed.retryable: may be missing',
  ],
  [
    'a member less of a lot',
    (e) => delete e['lot.updated'].data.properties.after.properties.base_rate,
    'lot.updated.after.base_rate: is no longer there',
  ],
  ['a member that always comes', (e) => e['session.created'].data.required.push('agent_name')],
  ['a new version with a member more', (e) => (e['session.ended'].version += 1)],
];

function found(find: typeof breakingApiChanges, before: object, [, change]: Change): string[] {
  const after = structuredClone(before);
  change(after);
  return find(before as Any, after as Any, NOW);
}

describe.each<[string, typeof breakingApiChanges, object, Change[]]>([
  ['the API', breakingApiChanges, released, API_CHANGES],
  ['events', breakingEventChanges, events, EVENT_CHANGES],
])('of the changes of %s', (_what, find, before, changes) => {
  const told = changes.map((change) => ({ change, lines: found(find, before, change) }));
  const named = (rows: typeof told) => rows.map(({ change }) => change[0]);

  test('none that breaks programs passes', () => {
    const breaking = told.filter(({ change }) => change[2] !== undefined);
    expect(named(breaking.filter(({ lines }) => lines.length === 0))).toEqual([]);
  });

  test('none that breaks nothing is refused', () => {
    const harmless = told.filter(({ change }) => change[2] === undefined);
    expect(harmless.filter(({ lines }) => lines.length > 0)).toEqual([]);
  });

  test.each(told.filter(({ change }) => change[2] !== undefined))(
    '$change.0 is reported where it is',
    ({ change, lines }) => {
      expect(
        lines.some((line) => line.startsWith(change[2] ?? '')),
        lines.join('; '),
      ).toBe(true);
    },
  );

  test('there are some of both kinds', () => {
    const breaking = told.filter(({ change }) => change[2] !== undefined).length;
    expect(breaking).toBeGreaterThan(told.length / 3);
    expect(breaking).toBeLessThan((told.length * 4) / 5);
  });
});

describe('what will go', () => {
  const describe = (operations: readonly Operation[]) =>
    JSON.parse(JSON.stringify(describeApi(operations, 'https://a.example')));

  test('may be announced', () => {
    const { deprecated: _none, ...kept } = getOldThing;
    expect(breakingApiChanges(describe([kept]), describe([getOldThing]), NOW)).toEqual([]);
    const after = structuredClone(released) as Any;
    sunsetOf(members(after, 'Session').rate, '2027-06-01T00:00:00.000Z');
    expect(breakingApiChanges(released, after, NOW)).toEqual([]);
  });

  const DAY = '2027-06-01T00:00:00.000Z';
  const announced = () => {
    const before = structuredClone(released) as Any;
    sunsetOf(operationIn(before, LOT), DAY);
    sunsetOf(members(before, 'Session').rate, DAY);
    sunsetOf(members(before, 'CreateSessionRequest').driver_email, DAY);
    sunsetOf(query(before, 'covered').schema, DAY);
    return before;
  };
  const gone = () => {
    const after = announced();
    delete after.paths['/api/v1/lots/{lot_id}'].get;
    delete members(after, 'Session').rate;
    drop(schema(after, 'Session').required, 'rate');
    delete members(after, 'CreateSessionRequest').driver_email;
    drop(operationIn(after, SEARCH).parameters, query(after, 'covered'));
    return after;
  };

  test('stays until the day that was announced', () => {
    const before = new Date(Date.parse(DAY) - 1);
    expect(breakingApiChanges(announced(), gone(), before).toSorted()).toEqual([
      'CreateSessionRequest.driver_email: is no longer taken',
      'GET /api/v1/lots/search query covered: is no longer taken',
      'GET /api/v1/lots/{lot_id}: is gone',
      'Session.rate: is no longer there',
    ]);
  });

  test('may be gone from that day on', () => {
    expect(breakingApiChanges(announced(), gone(), new Date(DAY))).toEqual([]);
  });

  test('goes no earlier than it was announced', () => {
    const after = announced();
    sunsetOf(operationIn(after, LOT), '2027-05-01T00:00:00.000Z');
    sunsetOf(members(after, 'Session').rate, '2027-05-01T00:00:00.000Z');
    const lines = breakingApiChanges(announced(), after, NOW);
    expect(lines).toHaveLength(2);
    for (const line of lines) expect(line).toContain('earlier than 2027-06-01');
  });

  test('is marked in the description of every operation that has such a thing', () => {
    const text = JSON.stringify(describe(deprecatedOperations));
    expect(text.match(/"x-deprecation"/g)?.length).toBeGreaterThan(deprecatedOperations.length);
  });
});
