import { PLAN_NAMES } from '../../src/access/plans/plan-limits.ts';
import type { Plan } from '../../src/access/plans/platform-fee.ts';
import type { Principal } from '../../src/access/principals/principal.ts';
import type { Scope } from '../../src/access/principals/scopes.ts';
import { isServerOwner } from '../../src/access/principals/server-owner.ts';
import type { Config } from '../../src/config.ts';
import { AppError } from '../../src/kit/errors.ts';
import { type KeyNeeds, type Operation, scopesOf } from '../operation.ts';
import { unauthorized } from './authenticate.ts';
import { type Contact, howToGetKey, ownerOf } from './how-to-get-key.ts';

/** What is of the whole server: whoever has this scope also has to be of its owner. */
const OF_SERVER: Scope = 'server:read';

/**
 * Refuses a caller whose plan or scopes do not allow this operation: FORBIDDEN, except that the
 * intelligence interface (v2) answers UNAUTHORIZED for a missing scope. UNAUTHORIZED without a key.
 * Says what is needed and held, and who can change it. What is of the whole server is FORBIDDEN to
 * all but its owner, whatever their scopes.
 */
export function authorise(
  operation: Operation,
  caller: Principal | undefined,
  contact: Contact & Pick<Config, 'ownerOperatorId'>,
): void {
  const { auth } = operation;
  if (auth === 'public') return;
  if (caller === undefined)
    throw unauthorized(`this operation needs an API key: ${howToGetKey(contact)}`);
  if (auth === 'key') return;
  if (scopesOf(auth).includes(OF_SERVER) && !isServerOwner(caller, contact)) throw notServerOwner();
  if (auth.plans !== undefined && !auth.plans.includes(caller.plan))
    throw planNeeded(operation, { ...auth, plans: auth.plans }, caller, contact);
  const isForOwn = auth.ownOfPersons === true && caller.type === 'person';
  if (!isForOwn && !scopesOf(auth).some((scope) => caller.scopes.includes(scope)))
    throw scopeNeeded(operation, auth, caller, contact);
  if (operation.isSensitive && caller.type === 'person' && !caller.isSteppedUp) throw proofNeeded();
}

function notServerOwner(): AppError {
  const message =
    'this is for the owner of this server alone: the people and live keys of one operator, which ' +
    'HEXLOT_OWNER_OPERATOR names where the service runs';
  return new AppError('FORBIDDEN', message, { details: { reason: 'not_server_owner' } });
}

function proofNeeded(): AppError {
  const message = 'prove once more who you are: you signed in a while ago, and this matters most';
  return new AppError('FORBIDDEN', message, { details: { reason: 'proof_needed' } });
}

function isIntelligence({ path }: Operation): boolean {
  return path.startsWith('/api/v2/');
}

function planNeeded(
  operation: Operation,
  needs: KeyNeeds & { plans: readonly Plan[] },
  caller: Principal,
  contact: Contact,
): AppError {
  const what = isIntelligence(operation) ? 'intelligence operations' : 'AI agent integrations';
  const names = needs.plans.map((plan) => PLAN_NAMES[plan]).join(' or ');
  const message =
    `${what} need a ${names} plan; yours is ${PLAN_NAMES[caller.plan]}. ` +
    `Buy one with PUT /api/v1/plan, or have ${ownerOf(contact)} change it`;
  const command = `hexlot operator update --id ${caller.operatorId} --plan ${needs.plans[0]}`;
  return new AppError('FORBIDDEN', message, {
    details: { reason: 'plan_needed', ...described(needs, caller, contact), command },
  });
}

function scopeNeeded(
  operation: Operation,
  needs: KeyNeeds,
  caller: Principal,
  contact: Contact,
): AppError {
  const lacking = scopesOf(needs).join(' or ');
  const message =
    `the API key lacks the scope ${lacking}; it has ${caller.scopes.join(', ')}. ` +
    `To get a key with it: ${howToGetKey(contact)}`;
  const details = {
    reason: 'scope_needed',
    ...described(needs, caller, contact),
    command: keyCommand(needs, caller),
  };
  return isIntelligence(operation)
    ? unauthorized(message, details)
    : new AppError('FORBIDDEN', message, { details });
}

/** The owner's command that makes such a key with the scope. null: the key has limits. */
function keyCommand({ scope }: KeyNeeds, caller: Principal): string | null {
  if (hasLimits(caller)) return null;
  const { operatorId, livemode, scopes } = caller;
  return (
    `hexlot key create --operator ${operatorId} --mode ${livemode ? 'live' : 'test'} ` +
    `--scopes ${[...scopes, scope].join(',')}`
  );
}

/** Whether a key with the same scopes, made by a pasted command, could do more than this one. */
function hasLimits(caller: Principal): boolean {
  const { fleetId, spendCapCents, mandate, expiresAt, rateLimits } = caller;
  const platform = caller.isPlatformClaimed === true ? null : caller.agentPlatform;
  const limits = [fleetId, spendCapCents, mandate, expiresAt, platform];
  return limits.some((limit) => limit !== null) || Object.keys(rateLimits).length > 0;
}

/** What is needed (any one is enough) beside what the key has; null: whatever the plan. */
function described(needs: KeyNeeds, { scopes, plan }: Principal, { contactEmail }: Contact) {
  return {
    scopes_needed: scopesOf(needs),
    scopes_held: scopes,
    plans_needed: needs.plans ?? null,
    plan_held: plan,
    contact_email: contactEmail ?? null,
  };
}
