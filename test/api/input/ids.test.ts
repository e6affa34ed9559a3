import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { describeApi } from '../../../api/document/openapi.ts';
import { routes } from '../../../api/routes.ts';
import { startTestApi, type TestApi, type TestKey } from '../client.ts';
import { type Schema, schemasOf } from '../document/schemas-in.ts';
import { examplesOf } from '../example-calls.ts';
import { OF_PEOPLE } from '../of-people.ts';

const HEX = '0199b0d47c1e7a529c3b2f6d5e8a1b40';
const UUID = '0199b0d4-7c1e-7a52-9c3b-2f6d5e8a1b40';

/** Ids as strangers send them; nothing has any of these. */
const STRANGE_IDS = [
  HEX,
  UUID,
  UUID.toUpperCase(),
  `{${UUID}}`,
  `urn:uuid:${UUID}`,
  UUID.replaceAll('-', ''),
  `${UUID} `,
  ` ${UUID}`,
  `${UUID}\n`,
  `${UUID}-1`,
  UUID.slice(1),
  UUID.replace('0', 'g'),
  `ses_${HEX}`,
  `SES_${HEX}`,
  `ses-${HEX}`,
  `ses_${HEX}0`,
  `ses_${HEX.slice(1)}`,
  `ses_${HEX.toUpperCase()}`,
  `hold_${HEX}`,
  `evt_${HEX}`,
  `wh_${HEX}`,
  `po_${HEX}`,
  'ses_',
  '0',
  '-1',
  'null',
  'undefined',
  '[object Object]',
  '*',
  '%',
  "' or 1=1 --",
  '../lots',
  'é',
  '🅿',
  'x'.repeat(3_000),
];

let api: TestApi;
let key: TestKey;
beforeAll(async () => {
  api = await startTestApi();
  key = await api.createKey({ rateLimits: { read: 1e6, write: 1e6, agent_call: 1e6 } });
  api.giveServerTo(key.operatorId);
});
afterAll(() => api.stop());

const send = (method: string, path: string, body?: object) =>
  api.request(method.toUpperCase(), path, {
    key: key.secret,
    headers: { 'Idempotency-Key': `${++sent}` },
    ...(body !== undefined && { body }),
  });
let sent = 0;

/** Operations with an id in their path, except those of ParkAPI, whose ids are numbers. */
const named = [...new Map(routes.map((one) => [one.handler, one])).values()].filter(
  ({ path }) => /\{\w+_id\}/.test(path) && !path.startsWith('/feeds'),
);
/** These get the whole table, all others some of it. */
const THOROUGHLY = ['getLot', 'getSession', 'getWebhook'];
const someIds = STRANGE_IDS.filter((_id, i) => i % 7 === 0);

test.each(named.map((operation) => ({ operation, name: operation.operationId })))(
  '$name: an id in the path that nothing has is 404, whatever it looks like',
  async ({ operation: { method, path, ...operation } }) => {
    const [body] = operation.body === undefined ? [] : examplesOf({ method, path, ...operation });
    const ids = THOROUGHLY.includes(operation.operationId) ? STRANGE_IDS : someIds;
    const answers = ids.map(async (id) => {
      const address = path.replaceAll(/\{\w+\}/g, encodeURIComponent(id));
      return `${id}: ${(await send(method, address, body)).status}`;
    });
    const status = OF_PEOPLE.includes(operation.operationId) ? 403 : 404;
    expect(await Promise.all(answers)).toEqual(ids.map((id) => `${id}: ${status}`));
  },
);

test('a session in a body that nothing has is 404, whatever it looks like', async () => {
  const answers = STRANGE_IDS.flatMap((session_id) => [
    send('post', '/api/v1/sessions/end', { session_id }),
    send('post', '/api/v1/sessions/extend', { session_id, extend_minutes: 30 }),
  ]);
  const codes = (await Promise.all(answers)).map(({ body }) => body.error.code);
  expect(codes).toEqual(codes.map(() => 'NOT_FOUND'));
});

test('a lot in a query or a body that is no UUID is 400 naming it', async () => {
  for (const id of STRANGE_IDS.filter((one) => !one.toLowerCase().includes(UUID))) {
    const query = await send('get', `/api/v1/sessions?lot_id=${encodeURIComponent(id)}`);
    const body = await send('post', '/api/v1/sessions', { lot_id: id, plate: 'AB 12' });
    for (const { status, body: told } of [query, body]) {
      expect(status, id).toBe(400);
      expect(told.error.details[0].field, id).toBe('lot_id');
    }
  }
});

test('a parking site with an id that is no number is 400, and one that is not there 404', async () => {
  const at = (id: string) => send('get', `/feeds/parkapi/v3/parking-sites/${id}`);
  expect((await at('7')).status).toBe(404);
  for (const id of ['-1', 'x', '9007199254740993', UUID]) expect((await at(id)).status).toBe(400);
});

describe('in the document', () => {
  // biome-ignore lint/suspicious/noExplicitAny: a document is walked by path
  const document = describeApi(routes, 'https://api.example.org') as any;
  const components: Record<string, Schema> = document.components.schemas;
  // In a path a code that people read aloud may stand in place of an id.
  const OR_CODE = /^\^\(\?:\[[^\]]+\]\{4,20\}\|(.+)\)\$$/;
  const formOf = ({ format, pattern }: Schema = {}) => format ?? pattern?.replace(OR_CODE, '^$1$');
  // An id that may be null has its form in the branch that is not.
  const branchesOf = (schema: Schema): Schema[] => schema.anyOf ?? [schema];

  /** The form of each path parameter by the beginning of its path and its name. */
  // biome-ignore lint/suspicious/noExplicitAny: as above
  const parameters: any[] = Object.entries<any>(document.paths).flatMap(([path, item]) =>
    // biome-ignore lint/suspicious/noExplicitAny: as above
    Object.values<any>(item).flatMap((operation) =>
      operation.parameters
        .filter((one: { name?: string }) => one.name?.endsWith('_id') && one.name !== 'fleet_id')
        // biome-ignore lint/suspicious/noExplicitAny: as above
        .map((one: any) => ({ path, name: one.name, form: formOf(one.schema) })),
    ),
  );

  test.each([
    ['Lot', 'lot_id', 'lots'],
    ['FoundLot', 'lot_id', 'lots'],
    ['OperatorLot', 'lot_id', 'lots'],
    ['Session', 'session_id', 'sessions'],
    ['Hold', 'hold_id', 'reserve'],
    ['Dispatch', 'dispatch_id', 'dispatch'],
    ['Payout', 'payout_id', 'payouts'],
    ['LocalEvent', 'event_id', 'local-events'],
    ['Event', 'event_id', 'v1/events'],
    ['Webhook', 'webhook_id', 'webhooks'],
    ['Delivery', 'delivery_id', 'deliveries'],
  ])('the id of a %s is of the form that %s has in the path of %s', (name, parameter, room) => {
    const id = formOf(components[name]?.properties?.id);
    expect(id).toBeDefined();
    const forms = parameters
      .filter((one) => one.name === parameter && one.path.includes(`/${room}/{`))
      .map(({ form }) => form);
    expect([...new Set(forms)]).toEqual([id]);
  });

  test('an id has one form, wherever it is named', () => {
    const members = Object.entries(components).flatMap(([name, one]) =>
      schemasOf(one, name).flatMap(({ schema: { properties = {} } }) =>
        Object.entries(properties).flatMap(([member, its]) =>
          branchesOf(its).flatMap((branch) =>
            branch.type === 'null' ? [] : [{ name: member, form: formOf(branch) }],
          ),
        ),
      ),
    );
    const all = [...members, ...parameters.filter(({ path }) => !path.includes('local-events'))];
    for (const name of ['lot_id', 'session_id', 'hold_id', 'event_id', 'key_id', 'request_id']) {
      const forms = all.filter((one) => one.name === name).map(({ form }) => form);
      expect(new Set(forms).size, name).toBe(1);
      expect(forms[0], name).toBeDefined();
    }
  });
});
