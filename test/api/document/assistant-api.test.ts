import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { assistantApi } from '../../../api/document/assistant-api.ts';
import { newAjv } from '../../../api/input/validate.ts';
import { routes } from '../../../api/routes.ts';
import { OPENING_HOURS_LENGTH_MAX } from '../../../src/kit/hours/hours-bounds.ts';
import { oneObject } from '../../../src/kit/web/document/one-object.ts';
import { NAME_LENGTH_MAX, TEXT_LENGTH_MAX } from '../../../src/parking/lots/osm/tags.ts';
import { addressOf, examplesOf, openExampleCalls } from '../example-calls.ts';
import { openStage, type Stage, windowInHours } from '../stage.ts';

// What an assistant imports has to be within the limits of its importer, and true.

const OPERATIONS_MAX = 30;
const DESCRIPTION_LENGTH_MAX = 300;
const PARAMETER_LENGTH_MAX = 700;
const ANSWER_LENGTH_MAX = 100_000;
/** Two weeks: a quote has a line for each day. */
const STAY_HOURS = 336;

/** What the contract names. */
const NAMED = [
  'searchParking',
  'createSession',
  'getSession',
  'extendSession',
  'endSession',
  'reserve',
  'callDispatcher',
];

// biome-ignore lint/suspicious/noExplicitAny: a document is walked by path
type Any = any;

let stage: Stage;
let whole: Any;
let yaml: string;
let part: Any;
beforeAll(async () => {
  stage = await openStage();
  whole = (await stage.get('/openapi.json')).body;
  yaml = (await stage.get('/api/agents/openai/openapi.yaml')).text;
  part = parse(yaml);
});
afterAll(() => stage.api.stop());

const operationsOf = (document: Any): Any[] =>
  Object.values(document.paths as object).flatMap((item) => Object.values(item));
const find = (document: Any, id: string) =>
  operationsOf(document).find(({ operationId }) => operationId === id);

/** Every object in a document. */
function nodesOf(node: unknown): Any[] {
  if (typeof node !== 'object' || node === null) return [];
  return [node, ...Object.values(node).flatMap(nodesOf)];
}

const bodyOf = ({ requestBody }: Any) => requestBody?.content['application/json'].schema;

test('it is the part of the served document that it says', () => {
  expect(part.openapi).toBe(whole.openapi);
  expect(part.info).toEqual(whole.info);
  expect(part.servers).toEqual([{ url: stage.api.app.config.baseUrl }]);
  const used = operationsOf(part).flatMap(({ tags }) => tags);
  expect(part.tags).toEqual(whole.tags.filter(({ name }: Any) => used.includes(name)));
  expect(part).toEqual(JSON.parse(JSON.stringify(assistantApi(whole))));
  for (const [path, item] of Object.entries<Any>(part.paths))
    for (const [method, { operationId, summary, description }] of Object.entries<Any>(item)) {
      const described = whole.paths[path][method];
      expect(operationId).toBe(described.operationId);
      expect([summary, description]).toEqual([described.summary, described.description]);
    }
});

test('readers of YAML 1.1 take it for the same', () => {
  expect(parse(yaml, { version: '1.1' })).toEqual(part);
});

test('it has what the contract names, and not more operations than an importer takes', () => {
  const ids = operationsOf(part).map(({ operationId }) => operationId);
  expect(ids).toEqual(expect.arrayContaining(NAMED));
  expect(ids.length).toBeLessThanOrEqual(OPERATIONS_MAX);
  const source = readFileSync('api/document/assistant-api.ts', 'utf8');
  const declared = [...source.matchAll(/^ {2}(\w+): \{ isConsequential/gm)].map(([, id]) => id);
  expect(ids.toSorted()).toEqual(declared.toSorted());
});

test('every call says whether it is consequential: writes are, reads and the dispatcher not', () => {
  for (const [path, item] of Object.entries<Any>(part.paths))
    for (const [method, operation] of Object.entries<Any>(item)) {
      const isWrite = method !== 'get' && path !== '/api/agents/openai/actions';
      expect(operation['x-openai-isConsequential'], path).toBe(isWrite);
    }
});

test('there is one way to identify oneself, for all calls', () => {
  expect(part.security).toEqual([{ bearer: [] }]);
  expect(part.components.securitySchemes).toMatchObject({
    bearer: { type: 'http', scheme: 'bearer' },
  });
  expect(operationsOf(part).filter(({ security }) => security !== undefined)).toEqual([]);
});

test('nothing has to be sent in a header, and no answer shows any', () => {
  expect(nodesOf(part).filter((node) => node.in === 'header')).toEqual([]);
  expect(
    operationsOf(part).filter(({ responses }) => JSON.stringify(responses).includes('"headers"')),
  ).toEqual([]);
  expect(bodyOf(find(part, 'reserve')).required).toContain('idempotency_key');
});

test('descriptions are as short as importers want them', () => {
  for (const { operationId, summary, description = '', parameters = [] } of operationsOf(part)) {
    expect(operationId).toMatch(/^[a-zA-Z0-9_-]{1,64}$/);
    for (const text of [summary, description])
      expect(text.length, operationId).toBeLessThanOrEqual(DESCRIPTION_LENGTH_MAX);
    for (const { name, description: text } of parameters) expect(text, name).toBeTruthy();
  }
  for (const { description } of nodesOf(part))
    if (typeof description === 'string')
      expect(description.length, description).toBeLessThanOrEqual(PARAMETER_LENGTH_MAX);
});

test('every reference leads somewhere, and nothing is there that none leads to', () => {
  const pointers = nodesOf(part).flatMap(({ $ref }) => (typeof $ref === 'string' ? [$ref] : []));
  for (const pointer of pointers) {
    const steps = pointer.slice('#/'.length).split('/');
    expect(
      steps.reduce((node: Any, step: string) => node?.[step], part),
      pointer,
    ).toBeDefined();
  }
  const { securitySchemes: _used, ...named } = part.components;
  for (const [kind, components] of Object.entries<object>(named))
    for (const name of Object.keys(components))
      expect(pointers).toContain(`#/components/${kind}/${name}`);
});

test('every body is one object, and every object declares its properties', () => {
  for (const operation of operationsOf(part).filter(({ requestBody }) => requestBody))
    expect(bodyOf(operation), operation.operationId).toMatchObject({ type: 'object' });
  const objects = nodesOf(part).filter(({ type }) => type === 'object');
  expect(objects.length).toBeGreaterThan(20);
  expect(objects.filter(({ properties }) => typeof properties !== 'object')).toEqual([]);
});

describe('the body of each write', () => {
  const ajv = newAjv({});
  const written = routes.filter(({ body }) => body !== undefined);

  test('takes what the API takes: every example, with its Idempotency-Key where it is needed', () => {
    const more = nodesOf(part).flatMap((node) => Object.keys(node));
    ajv.addVocabulary(['components', ...new Set(more.filter((name) => name.startsWith('x-')))]);
    for (const operation of written) {
      const described = find(part, operation.operationId);
      if (described === undefined) continue;
      const check = ajv.compile({ ...bodyOf(described), components: part.components });
      const { examples } = bodyOf(described);
      expect(examples).toMatchObject(examplesOf(operation));
      for (const sent of examples) {
        expect(check(sent), `${operation.operationId} ${ajv.errorsText(check.errors)}`).toBe(true);
        expect(check({ ...sent, unheard_of: 1 })).toBe(false);
      }
    }
  });

  test('of the dispatcher says which field is for which action', () => {
    const { properties } = bodyOf(find(part, 'callDispatcher'));
    const actions = ['search_parking', 'check_availability', 'get_rates'];
    expect(properties.action.enum).toEqual(actions);
    for (const action of actions) expect(properties.action.description).toContain(`${action}: `);
    const { lat, lot_id, starts_at } = properties.parameters.properties;
    expect(lat.description).toContain('(for search_parking only)');
    expect(lot_id.description).toContain('(needed for check_availability and get_rates only)');
    expect(starts_at.description).not.toContain('only)');
  });

  test.each([
    ['without a constant', [{ type: 'object', properties: { a: { type: 'string' } } }]],
    [
      'that differ in a property',
      [
        { type: 'object', properties: { a: { const: 'x' }, b: { type: 'string' } } },
        { type: 'object', properties: { a: { const: 'y' }, b: { type: 'number' } } },
      ],
    ],
  ])('is no choice of objects %s: the service does not answer', (_what, anyOf) => {
    expect(() => oneObject({ anyOf }, (schema) => schema as Any)).toThrow();
  });
});

test('an assistant can search, hold, park, extend, end and read the receipt with it', async () => {
  const calls = await openExampleCalls(stage.api, stage.key);
  const call = async (id: string, params: Record<string, string>, body?: object, query = {}) => {
    const [path, item] =
      Object.entries<Any>(part.paths).find(([, one]) =>
        Object.values<Any>(one).some(({ operationId }) => operationId === id),
      ) ?? expect.unreachable();
    const [method = ''] = Object.keys(item);
    const address = addressOf({ path } as never, params);
    const answer = await stage.api.request(method.toUpperCase(), address, {
      key: stage.key.secret,
      query,
      ...(body !== undefined && { body }),
    });
    expect(answer.status, `${id} ${answer.text}`).toBeLessThan(300);
    expect(answer.text.length).toBeLessThan(ANSWER_LENGTH_MAX);
    return answer.body;
  };
  const { lots } = await call('searchParking', {}, undefined, { lat: 41.2, lng: -99.6 });
  const lot_id = lots[0].id;
  expect(lot_id).toBe(calls.lotId);
  await call('getLot', { lot_id });
  const parameters = { lot_id };
  await call('callDispatcher', {}, { action: 'get_rates', parameters });
  const asked = { intent: 'now for an hour, plate NE 4821', lot_id, idempotency_key: 'one' };
  const { hold } = await call('reserve', {}, asked);
  await call('getReservation', { hold_id: hold.id });
  const stay = { lot_id, plate: 'NE 4821', hold_id: hold.id, idempotency_key: 'two' };
  const { session } = await call('createSession', {}, stay);
  const session_id = session.id;
  await call('extendSession', {}, { session_id, extend_minutes: 30, idempotency_key: 'three' });
  expect((await call('getSession', { session_id })).session.extended_count).toBe(1);
  await call('endSession', {}, { session_id });
  await call('getReceipt', { session_id });
  const { hold: other } = await call('reserve', {}, { ...asked, idempotency_key: 'four' });
  await call('cancelReservation', { hold_id: other.id }, {});
});

test('the most lots with the longest texts and quotes are an answer that importers take', async () => {
  const place = { lat: -40.2, lng: 170.4 };
  const { parameters } = find(part, 'searchParking');
  const { properties } = bodyOf(find(part, 'callDispatcher')).properties.parameters;
  const { maximum } = parameters.find(({ name }: Any) => name === 'limit').schema;
  expect(properties.limit.maximum).toBe(maximum);
  for (let i = 0; i < maximum; i += 1) {
    const lotId = await stage.parking.addLot({ latitude: place.lat, longitude: place.lng });
    await stage.api.database.sql(
      `update lots set name = repeat('n', $2), address = repeat('a', $3), city = repeat('c', $3),
         state = repeat('s', $3), website = repeat('w', $3),
         features = array(select repeat('f', 47) || n from generate_series(100, 119) as n),
         opening_hours = rpad('24/7', $4), max_daily_minor = 1234
       where lot_id = $1`,
      [lotId, NAME_LENGTH_MAX, TEXT_LENGTH_MAX, OPENING_HOURS_LENGTH_MAX],
    );
  }
  const asked = { ...place, limit: maximum, ...windowInHours(1, 1 + STAY_HOURS) };
  const found = await stage.get('/api/v1/lots/search', asked);
  expect(found.body.lots, found.text).toHaveLength(maximum);
  expect(found.text.length).toBeLessThan(ANSWER_LENGTH_MAX);
  const call = { action: 'search_parking', parameters: asked };
  const told = await stage.post('/api/agents/openai/actions', call);
  expect(told.body.results, told.text).toHaveLength(maximum);
  expect(told.text.length).toBeLessThan(ANSWER_LENGTH_MAX);
});
