import type { KeyMode } from '../../../src/access/keys/secret.ts';
import { FLEET, type Who } from './callers.ts';
import type { Declared } from './declared.ts';

/** What a call contains, apart from its sender. */
export type Named = {
  /** The names of the ids in it, such as `lot_id` or `session_id`. */
  ids: readonly string[];
  fleet: string | undefined;
  /** The world of the things that it names. */
  mode: KeyMode;
};

export const IS_DONE = 'done';

/** Ids that only an operator and its fleet know; ids of lots are public. */
const PRIVATE_IDS = [
  ...['session_id', 'hold_id', 'dispatch_id', 'payout_id', 'invoice_id', 'event_id', 'webhook_id'],
  ...['delivery_id', 'key_id', 'agent_id', 'erasure_id', 'request_id', 'app_id'],
  ...['member_id', 'invitation_id', 'sign_in_id', 'operator_id'],
];
/** Answered in the same way whatever key is sent with them. */
export const PROBES = ['getLiveness', 'getReadiness'];
/** What is there has an operator, but no fleet. */
const OF_OPERATORS = [
  '/api/v1/connected-apps',
  ...['/api/v1/local-events', '/api/v1/webhooks', '/api/v1/events', '/api/v1/privacy'],
  ...['/api/v1/members', '/api/v1/invitations'],
];
/** What changes people: by a role that the examples give, or that whoever they change has. */
const MAKES_MANAGERS = ['updateMember'];
const MAKES_VIEWERS = ['createInvitation', 'deleteInvitation', 'deleteMember'];
const NOT_OF_MANAGERS = ['plan:write', 'privacy:write', 'members:write', 'keys:write'];
const OF_WHOLE_OPERATORS = [
  ...['putPlan', 'openPaymentAccount', 'listLots', 'listAudit', 'listCalls', 'getCall'],
  ...['getOccupancy', 'previewRates', 'getOverview', 'compareLotsWithOsm'],
  'listPendingRefunds',
];
const PUBLIC_IDS = ['lot_id', 'parking_site_id'];
const IDS = [...PRIVATE_IDS, ...PUBLIC_IDS];

/** Whether the caller may see these stays, holds, dispatches, payouts, webhooks and events. */
export function isSeenBy({ worth }: Who, mode: KeyMode): boolean {
  if (worth === undefined || worth.mode !== mode) return false;
  return worth.isOwner && (worth.fleet === null || worth.fleet === FLEET);
}

/**
 * The status that the OpenAPI document and the rules of access require, computed without code of
 * the service: `done` for any status below 300. Throws for an id that the rules above do not cover:
 * add it there.
 */
export function expectedStatus(
  { isPublic, scopes, plans, path, operationId }: Declared,
  who: Who,
  named: Named,
): number | typeof IS_DONE {
  for (const id of named.ids)
    if (!IDS.includes(id)) throw new Error(`who may see ${id}? say so in ${import.meta.url}`);
  const { worth } = who;
  if (PROBES.includes(operationId)) return IS_DONE;
  if (worth === undefined) {
    if (who.key !== undefined || !isPublic) return 401;
    return named.mode === 'test' && named.ids.length > 0 ? 404 : IS_DONE;
  }
  if (!isPublic) {
    if (plans !== undefined && !plans.includes(worth.plan)) return 403;
    if (scopes.length > 0 && scopes.every((scope) => worth.lacks?.includes(scope)))
      return path.startsWith('/api/v2/') ? 401 : 403;
    // The operator of the live world owns the server.
    if (path.startsWith('/api/v1/server/'))
      return worth.isOwner && named.mode === 'live' && worth.mode === 'live' && !worth.fleet
        ? IS_DONE
        : 403;
    // These belong to an operator and never to a fleet, whichever fleet is asked for.
    const isOperatorsOnly =
      scopes.includes('payouts:read') ||
      OF_WHOLE_OPERATORS.includes(operationId) ||
      OF_OPERATORS.some((place) => path.startsWith(place));
    if (isOperatorsOnly && worth.fleet !== null) return 403;
    if (named.fleet !== undefined && worth.fleet !== null && worth.fleet !== named.fleet)
      return 400;
  }
  // A key has no sign-ins.
  if (path.startsWith('/api/v1/sign-ins')) return 403;
  // People belong to the live mode.
  if (/^\/api\/v1\/(members|invitations)/.test(path) && worth.mode === 'test') return 403;
  if (operationId === 'createInvitation' && isLessThanMade(operationId, worth)) return 403;
  // Test keys pay nothing: they buy no plan, and there are no invoices for them.
  if (operationId === 'putPlan' && worth.mode === 'test') return 403;
  if (operationId === 'getInvoice' && worth.mode === 'test') return 404;
  // Only the owner has a lot near its place.
  if (operationId === 'createLocalEvent')
    return worth.isOwner && worth.mode === named.mode ? IS_DONE : 400;
  if (named.ids.length === 0) return IS_DONE;
  if (worth.mode !== named.mode) return 404;
  if (named.ids.some((id) => PRIVATE_IDS.includes(id)))
    return isSeenBy(who, named.mode) ? changed(operationId, worth) : 404;
  const isOwnersOnly = scopes.includes('lots:write') || operationId === 'getOccupancy';
  return isOwnersOnly && !worth.isOwner ? 404 : IS_DONE;
}

/** Of what the caller sees: nobody changes people who may do more. */
function changed(operationId: string, worth: NonNullable<Who['worth']>): 403 | typeof IS_DONE {
  return isLessThanMade(operationId, worth) ? 403 : IS_DONE;
}

function isLessThanMade(
  operationId: string,
  { mode, lacks = [] }: NonNullable<Who['worth']>,
): boolean {
  if (![...MAKES_VIEWERS, ...MAKES_MANAGERS].includes(operationId)) return false;
  const isNeeded = (scope: string) =>
    MAKES_MANAGERS.includes(operationId)
      ? !NOT_OF_MANAGERS.includes(scope)
      : scope.endsWith(':read');
  return mode === 'test' || lacks.some(isNeeded);
}
