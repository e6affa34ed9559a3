import type { Principal } from '../principals/principal.ts';

/**
 * Of the apps of an operator, the member whose apps a caller may see and end: a person who may make
 * no keys only those that they connected themselves. Null: all of them.
 */
export function whoseApps({ type, id, scopes }: Principal): string | null {
  return type === 'person' && !scopes.includes('keys:write') ? id : null;
}
