import type { Principal } from '../../../src/access/principals/principal.ts';
import { SCOPES_OF_ROLE } from '../../../src/access/principals/roles.ts';
import type { SignIn } from '../../../src/access/sign-in/sign-ins.ts';

/** A person who is signed in, as a caller of operations: a member with the rights of the role. */
export function personPrincipal(signIn: SignIn, livemode: boolean): Principal {
  const { memberId, operatorId, plan, limitsEndUsers, role, expiresAt } = signIn;
  return {
    type: 'person',
    id: memberId,
    operatorId,
    plan,
    limitsEndUsers,
    livemode,
    isSteppedUp: signIn.isSteppedUp,
    scopes: SCOPES_OF_ROLE[role],
    fleetId: null,
    agentPlatform: null,
    agentName: null,
    rateLimits: {},
    spendCapCents: null,
    mandate: null,
    expiresAt,
    blockingInvoiceId: livemode ? signIn.blockingInvoiceId : null,
  };
}
