import { afterAll, beforeAll, expect, test } from 'vitest';
import { SCOPES } from '../../../../src/access/principals/scopes.ts';
import { addMember, addOperator } from '../../../src/access/people.ts';
import { type NewTestKey, startTestApi, type TestApi } from '../../client.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api.stop());

/** A key of an operator that has members. */
async function openOperator(more: NewTestKey = {}) {
  const operatorId = await addOperator(api.database);
  const { signIn: owner } = await addMember(api.database, operatorId);
  const { signIn: viewer } = await addMember(api.database, operatorId, {
    ...{ role: 'viewer', email: `Vi.${operatorId}@example.com` },
  });
  const key = await api.createKey({ operatorId, ...more });
  const call = (method: string, path: string, body?: object, headers = {}) =>
    api.request(method, path, { key: key.secret, headers, ...(body && { body }) });
  return { operatorId, owner, viewer, call };
}

test('members are listed, looked up, given another role and removed', async () => {
  const { owner, viewer, call } = await openOperator();
  const { body } = await call('GET', '/api/v1/members');
  expect(body.data.map(({ id }: { id: string }) => id)).toEqual([viewer.memberId, owner.memberId]);
  const path = `/api/v1/members/${viewer.memberId}`;
  expect((await call('GET', path)).body.member).toMatchObject({
    ...{ name: 'Kim Lee', email: viewer.email, role: 'viewer' },
  });
  const changed = await call('PATCH', path, { role: 'manager' });
  expect(changed.body.member).toMatchObject({ id: viewer.memberId, role: 'manager' });
  expect((await call('DELETE', path)).status).toBe(204);
  expect((await call('DELETE', path)).status).toBe(404);
  expect((await call('GET', path)).status).toBe(404);
  const last = await call('DELETE', `/api/v1/members/${owner.memberId}`);
  expect(last).toMatchObject({
    ...{ status: 409, body: { error: { details: { reason: 'last_owner' } } } },
  });
});

test('an invitation shows its address once, and is listed and withdrawn without it', async () => {
  const { call } = await openOperator();
  const headers = { 'idempotency-key': 'one' };
  const made = await call('POST', '/api/v1/invitations', { role: 'manager' }, headers);
  expect(made.status, made.text).toBe(201);
  expect(made.body).toMatchObject({
    invitation: { role: 'manager', email: null, state: 'open', accepted_at: null },
    ...{ is_mailed: false, url: expect.stringMatching(/\/dashboard\/invitations\/[\w-]{43}$/) },
  });
  const again = await call('POST', '/api/v1/invitations', { role: 'manager' }, headers);
  expect(again.body).toEqual({ invitation: made.body.invitation });
  const path = `/api/v1/invitations/${made.body.invitation.id}`;
  for (let i = 0; i < 2; i += 1) expect((await call('DELETE', path)).status).toBe(204);
  const listed = await call('GET', '/api/v1/invitations');
  expect(listed.body.data[0]).toMatchObject({ state: 'withdrawn' });
  expect(listed.text).not.toContain(made.body.url.slice(-43));
});

test.each([
  ['without a scope of the role', { scopes: SCOPES.filter((scope) => scope !== 'refunds:write') }],
  ['of the test mode', { mode: 'test' as const }],
  ['of an agent', { agentPlatform: 'openai' }],
  ['with a cap', { spendCapCents: 100 }],
])('a key %s makes, changes and removes no owner, and learns why', async (_, more) => {
  const { owner, call } = await openOperator(more);
  const path = `/api/v1/members/${owner.memberId}`;
  for (const answer of [
    await call('POST', '/api/v1/invitations', { role: 'owner' }),
    await call('PATCH', path, { role: 'viewer' }),
    await call('DELETE', path),
  ])
    expect(answer, answer.text).toMatchObject({
      ...{ status: 403, body: { error: { details: [{ field: 'role' }] } } },
    });
});

test("a fleet's key sees no members, and no key has sign-ins", async () => {
  const fleet = await openOperator({ fleetId: 'north' });
  for (const path of ['/api/v1/members', '/api/v1/invitations'])
    expect((await fleet.call('GET', path)).status).toBe(403);
  const { owner, call } = await openOperator();
  const listed = await call('GET', '/api/v1/sign-ins');
  expect(listed.status).toBe(403);
  expect(listed.body.error.message).toContain('a key has none');
  expect((await call('DELETE', `/api/v1/sign-ins/${owner.signInId}`)).status).toBe(403);
});
