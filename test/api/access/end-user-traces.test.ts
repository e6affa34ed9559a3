import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { routes } from '../../../api/routes.ts';
import { createOperator } from '../../../src/access/operators/create-operator.ts';
import { systemClock } from '../../../src/kit/clock.ts';
import { openParking, type Parking } from '../../stage/parking.ts';
import { untilHolds } from '../../stage/until-holds.ts';
import { type Answer, startTestApi, type TestApi } from '../client.ts';
import { getWork } from '../sample-operations.ts';

const AGENT = 'tracing-agent';
const END_USER = 'marker.person-7431@example.org';
const SEARCH = '/api/v1/lots/search?lat=43.65&lng=-79.38';
const startedAt = systemClock.now();
const clock = { now: () => startedAt };

let api: TestApi;
let parking: Parking;
let key: string;
let logged = '';

beforeAll(async () => {
  const write = (line: string) => {
    logged += line;
  };
  const log = pino({ level: 'trace' }, { write });
  const fail = getWork(() => Promise.reject(new Error('it broke')));
  api = await startTestApi({ operations: [...routes, fail], clock, app: { log } });
  parking = await openParking(api.database);
  const request = { name: 'Op', plan: 'pro', limitsEndUsers: true, actorId: 'test' };
  const { id } = await createOperator(api.database.owner, request);
  key = (await api.createKey({ operatorId: id, agentPlatform: AGENT })).secret;
});
afterAll(() => api.stop());

const call = (method: string, path: string, body?: object, endUser = END_USER) =>
  api.request(method, path, {
    key,
    headers: { 'X-End-User-Id': endUser, 'Idempotency-Key': `${method} ${path}` },
    ...(body && { body }),
  });

test('the id of an end user appears in no log line, no database row and no answer', async () => {
  const lot_id = await parking.addLot();
  const answers: Answer[] = [
    await call('GET', SEARCH),
    await call('POST', '/api/v1/sessions', { lot_id, plate: 'AB 1' }),
    await call('POST', '/api/v1/reserve', { lot_id, intent: 'for an hour, plate AB 2' }),
    await call('GET', '/api/v1/work'),
    await call('GET', SEARCH, undefined, `${END_USER} and another`),
  ];
  expect(answers.map(({ status }) => status)).toEqual([200, 201, 201, 500, 400]);
  for (let index = 0; index < 17; index += 1) answers.push(await call('GET', SEARCH));
  expect(answers.at(-1)?.status).toBe(429);
  await untilHolds(async () => {
    const rows = await api.database.sql('select from search_log where agent_platform = $1', [
      AGENT,
    ]);
    expect(rows).toHaveLength(answers.filter(isSearch).length);
  });
  await api.stopServing();

  for (const { text, headers } of answers)
    expect(text + JSON.stringify(headers)).not.toContain(END_USER);
  expect(logged).toContain('it broke');
  expect(logged).not.toContain(END_USER);
  const traces = ['public.audit_log', 'public.search_log', 'public.sessions'];
  expect(await parking.tablesWith(AGENT)).toEqual(expect.arrayContaining(traces));
  expect(await parking.tablesWith(END_USER)).toEqual([]);
});

const isSearch = ({ status, body }: Answer) => status === 200 && 'lots' in body;
