import { SCOPES, type Scope } from './scopes.ts';

export const ROLES = ['owner', 'manager', 'viewer'] as const;
export type Role = (typeof ROLES)[number];

/** What commits an operator (its plan, people, keys, erasures), and what is of the whole server. */
const OWNERS_ALONE: readonly Scope[] = [
  'plan:write',
  'privacy:write',
  'members:write',
  'keys:write',
  'server:read',
];

/** What members may do. A viewer buys no answers: they cost the operator money. */
export const SCOPES_OF_ROLE: Readonly<Record<Role, readonly Scope[]>> = {
  owner: SCOPES,
  manager: SCOPES.filter((scope) => !OWNERS_ALONE.includes(scope)),
  viewer: SCOPES.filter((scope) => scope.endsWith(':read') && !OWNERS_ALONE.includes(scope)),
};
