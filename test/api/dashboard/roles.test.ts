import { expect, test } from 'vitest';
import { authorise } from '../../../api/access/authorise.ts';
import { personPrincipal } from '../../../api/dashboard/visit/person-principal.ts';
import type { Operation } from '../../../api/operation.ts';
import { routes } from '../../../api/routes.ts';
import { ROLES, type Role } from '../../../src/access/principals/roles.ts';
import type { SignIn } from '../../../src/access/sign-in/sign-ins.ts';

const SIGN_IN: SignIn = {
  ...{ signInId: 'sgn_1', personId: 'per_1', personName: 'Ada', email: null },
  ...{ isEmailConfirmed: false, memberId: 'mem_1' },
  ...{ operatorId: 'op_1', operatorName: 'Op', role: 'owner', plan: 'enterprise' },
  ...{ limitsEndUsers: false, blockingInvoiceId: null, otherOperators: [], isDemo: false },
  ...{ hasPasskey: true, hasPassword: true, hasTotp: true, hasCompanyAccount: true },
  isSteppedUp: true,
  ...{ authenticatedAt: new Date(), expiresAt: new Date() },
};

/**
 * What nobody but an owner may do: it commits the operator, its people or its programs, or is of
 * the whole server.
 */
const OWNERS_ALONE = [
  ...['createKey', 'getKey', 'listKeys', 'rotateKey', 'deleteKey', 'registerAgent'],
  ...['updateMember', 'deleteMember', 'createInvitation', 'deleteInvitation'],
  ...['putPlan', 'openPaymentAccount', 'listAgents', 'getAgent'],
  ...['createErasure', 'cancelErasure', 'listErasures', 'getErasure', 'exportPlate'],
  ...['listServerOperators', 'getServerOperator', 'getServerPipelines', 'listServerWebhooks'],
  'getServerBudgets',
];
/**
 * What everybody may do who is signed in: it changes only what is the person's own, or asks. What
 * an assistant asks for is checked again by the operation that does it.
 */
const OWN = ['deleteSignIn', 'endConnectedApp', 'callDispatcher', 'compareLotsWithOsm'];

const SERVER = { contactEmail: undefined, ownerOperatorId: SIGN_IN.operatorId };

const isRefused = (operation: Operation, role: Role, isSteppedUp = true): boolean => {
  try {
    const caller = personPrincipal({ ...SIGN_IN, role, isSteppedUp }, true);
    authorise(operation, caller, SERVER);
    return false;
  } catch {
    return true;
  }
};
const refusedTo = (role: Role) =>
  routes.filter((one) => isRefused(one, role)).map(({ operationId }) => operationId);

test('an owner may call every operation', () => {
  expect(refusedTo('owner')).toEqual([]);
});

test('a manager may call all but those that commit the operator', () => {
  const refused = refusedTo('manager');
  for (const id of OWNERS_ALONE)
    expect([id, routes.some((one) => one.operationId === id)]).toEqual([id, true]);
  expect(refused.filter((id) => !OWNERS_ALONE.includes(id))).toEqual([]);
  expect(OWNERS_ALONE.filter((id) => !refused.includes(id))).toEqual([]);
});

test('a viewer may call what reads and costs nothing', () => {
  const allowed = routes.filter(
    (one) => one.auth !== 'public' && !isRefused(one, 'viewer') && !OWN.includes(one.operationId),
  );
  expect(allowed.length).toBeGreaterThan(20);
  for (const { operationId, method, price } of allowed)
    expect([operationId, method, price]).toEqual([operationId, 'get', undefined]);
});

test('no role may call more than a role above it', () => {
  const [owner = '', ...below] = ROLES;
  let above = refusedTo(owner as Role);
  for (const role of below) {
    const refused = refusedTo(role);
    expect(above.filter((id) => !refused.includes(id))).toEqual([]);
    above = refused;
  }
});

test('what matters most is refused to a person who proved long ago who they are', () => {
  const refused = routes.filter((one) => isRefused(one, 'owner', false));
  expect(refused.map(({ operationId }) => operationId).sort()).toEqual(
    [
      ...['createErasure', 'createInvitation', 'createKey', 'deleteKey', 'deleteMember'],
      ...['openPaymentAccount', 'rotateKey', 'updateMember'],
    ].sort(),
  );
});
