/** Everything a key may be allowed to do. */
export const SCOPES = [
  'lots:read',
  'lots:write',
  'sessions:read',
  'sessions:write',
  'reservations:read',
  'reservations:write',
  'fleet:write',
  'webhooks:read',
  'webhooks:write',
  'payouts:read',
  'plan:write',
  'refunds:write',
  'audit:read',
  'keys:write',
  'members:read',
  'members:write',
  'privacy:write',
  'server:read',
  'intelligence',
] as const;

export type Scope = (typeof SCOPES)[number];

export function isScope(text: string): text is Scope {
  return SCOPES.some((scope) => scope === text);
}
