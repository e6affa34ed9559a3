import { SCOPES, type Scope } from '../principals/scopes.ts';

/**
 * What no app gets by a person's consent: with it, an app could make what outlives its end, change
 * who works for its operator or what that pays, erase, or read what is of the whole server.
 */
const NEVER: readonly Scope[] = [
  ...(['keys:write', 'members:write', 'plan:write', 'privacy:write', 'server:read'] as const),
];

/** What an app can ask for. */
export const APP_SCOPES: readonly Scope[] = SCOPES.filter((scope) => !NEVER.includes(scope));

/** What an app asks for that names no scope: what a driver's assistant needs. */
export const DEFAULT_APP_SCOPES: readonly Scope[] = [
  'lots:read',
  'sessions:read',
  'sessions:write',
  'reservations:read',
  'reservations:write',
];

/** What a person reads before they allow it. */
export const SCOPE_WORDS: Readonly<Record<Scope, string>> = {
  'lots:read': 'See your lots, with what only you see of them',
  'lots:write': 'Add, change and close lots, and report how many spaces are taken',
  'sessions:read': 'See stays, with their plates and receipts',
  'sessions:write': 'Start, extend and end paid stays',
  'reservations:read': 'See spaces that are held',
  'reservations:write': 'Hold spaces, and give them back',
  'fleet:write': 'Find and hold spaces for a fleet',
  'webhooks:read': 'See webhooks and what was sent to them',
  'webhooks:write': 'Add, change and delete webhooks',
  'payouts:read': 'See payouts and what they are made of',
  'plan:write': 'Change your plan',
  'refunds:write': 'Give money back to drivers',
  'audit:read': 'Read the log of who did what',
  'keys:write': 'Make and end keys',
  'members:read': 'See who works for you, and their e-mail addresses',
  'members:write': 'Invite, change and remove people',
  'privacy:write': 'Show and erase the data of a person',
  'server:read': 'See how the whole server does, and all of its operators',
  intelligence: 'Buy market figures, which are charged to you',
};

/** Scopes by which money of the operator or its drivers is spent. */
const SPENDING: readonly Scope[] = ['sessions:write', 'reservations:write', 'fleet:write'];

/** Whether an app with these scopes can spend on parking, so that a limit is of use. */
export function canSpend(scopes: readonly Scope[]): boolean {
  return scopes.some((scope) => SPENDING.includes(scope));
}

export function isAppScope(text: string): text is Scope {
  return APP_SCOPES.some((scope) => scope === text);
}
