import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { authorise } from '../../../../api/access/authorise.ts';
import { personPrincipal } from '../../../../api/dashboard/visit/person-principal.ts';
import { routes } from '../../../../api/routes.ts';
import { APP_SCOPES } from '../../../../src/access/apps/app-scopes.ts';
import { ROLES } from '../../../../src/access/principals/roles.ts';
import { addMember } from '../../../src/access/people.ts';
import { type NewTestKey, startTestApi, type TestApi } from '../../client.ts';
import { openServer, type Server } from './stage.ts';

const SERVER = '/api/v1/server/';
const OPERATIONS = routes.filter(({ path }) => path.startsWith(SERVER));
/** A call of an operation that reads what is of the whole server. */
const pathOf = ({ path }: { path: string }, operatorId: string) =>
  path.replace('{operator_id}', operatorId);

let server: Server;
let unowned: TestApi;
beforeAll(async () => {
  server = await openServer();
  unowned = await startTestApi();
});
afterAll(async () => {
  await server.api.stop();
  await unowned.stop();
});

const REFUSED = {
  status: 403,
  body: { error: { code: 'FORBIDDEN', details: { reason: 'not_server_owner' } } },
};

test('every operation below /server has the scope, and no other has it', () => {
  const withScope = routes.filter(
    ({ auth }) =>
      typeof auth === 'object' && [auth.scope, ...(auth.orScopes ?? [])].includes('server:read'),
  );
  expect(OPERATIONS.length).toBeGreaterThan(3);
  expect(withScope).toEqual(OPERATIONS);
});

describe.each(OPERATIONS)('$operationId', (operation) => {
  test('answers a live key of the owner that has the scope', async () => {
    const { api, ownerOperatorId: operatorId } = server;
    const { secret } = await api.createKey({ operatorId, scopes: ['server:read'] });
    const answer = await api.request('GET', pathOf(operation, operatorId), { key: secret });
    expect(answer.status, answer.text).toBe(200);
  });

  test("says which scope a key of the owner's operator lacks", async () => {
    const { api, ownerOperatorId: operatorId } = server;
    const { secret } = await api.createKey({ operatorId, scopes: ['lots:read'] });
    const answer = await api.request('GET', pathOf(operation, operatorId), { key: secret });
    expect(answer).toMatchObject({
      ...{ status: 403, body: { error: { details: { reason: 'scope_needed' } } } },
    });
  });

  const FOREIGN: [string, (operatorId: string) => NewTestKey][] = [
    ['a key of another operator with every scope', () => ({})],
    ['a key of another operator on the highest plan', () => ({ plan: 'enterprise' })],
    ['a key of another operator without the scope', () => ({ scopes: ['lots:read'] })],
    ["a test key of the owner's operator", (operatorId) => ({ operatorId, mode: 'test' })],
    ["a fleet's key of the owner's operator", (operatorId) => ({ operatorId, fleetId: 'north' })],
  ];
  test.each(FOREIGN)('refuses %s', async (_, keyOf) => {
    const { api, ownerOperatorId } = server;
    const { secret } = await api.createKey(keyOf(ownerOperatorId));
    const answer = await api.request('GET', pathOf(operation, ownerOperatorId), { key: secret });
    expect(answer).toMatchObject(REFUSED);
    expect(answer.text).not.toContain(ownerOperatorId);
  });

  test('refuses whoever has no key', async () => {
    const { api, ownerOperatorId } = server;
    const answer = await api.request('GET', pathOf(operation, ownerOperatorId));
    expect(answer.status).toBe(401);
  });

  test('refuses everybody where the server has no owner', async () => {
    const { secret, operatorId } = await unowned.createKey();
    const answer = await unowned.request('GET', pathOf(operation, operatorId), { key: secret });
    expect(answer).toMatchObject(REFUSED);
  });

  test.each(ROLES)(
    "lets of the people with the role %s only the owner's own owners",
    async (role) => {
      const { api, ownerOperatorId } = server;
      const { operatorId: otherId } = await api.createKey();
      const mayCall = async (operatorId: string, livemode: boolean) => {
        const { signIn } = await addMember(api.database, operatorId, { role });
        try {
          authorise(operation, personPrincipal(signIn, livemode), api.app.config);
          return true;
        } catch {
          return false;
        }
      };
      for (const livemode of [true, false]) {
        expect(await mayCall(ownerOperatorId, livemode)).toBe(role === 'owner');
        expect(await mayCall(otherId, livemode)).toBe(false);
      }
    },
  );

  test('refuses an app whatever it was given', async () => {
    const { api, ownerOperatorId } = server;
    const { signIn } = await addMember(api.database, ownerOperatorId);
    const app = { ...personPrincipal(signIn, true), type: 'token' as const };
    expect(() => authorise(operation, app, api.app.config)).toThrow(/owner of this server alone/);
  });
});

test('no app can ask for the scope', () => {
  expect(APP_SCOPES).not.toContain('server:read');
});

test('nobody makes a key with the scope without having it', async () => {
  const { api } = server;
  const maker = await api.createKey({ scopes: ['keys:write'] });
  const body = { name: 'spy', scopes: ['server:read'] };
  const answer = await api.request('POST', '/api/v1/keys', { key: maker.secret, body });
  expect(answer).toMatchObject({
    ...{ status: 403, body: { error: { details: [{ field: 'scopes' }] } } },
  });
});
