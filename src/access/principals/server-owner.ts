import type { Principal } from './principal.ts';

/**
 * Whether a caller is of the operator that owns the server: one of its people, or a live key of all
 * of it. No app is: it may not even ask for that. `ownerOperatorId` undefined: nobody owns it.
 */
export function isServerOwner(
  { type, operatorId, livemode, fleetId }: Principal,
  { ownerOperatorId }: { ownerOperatorId: string | undefined },
): boolean {
  if (operatorId !== ownerOperatorId) return false;
  return type === 'person' || (type === 'key' && livemode && fleetId === null);
}
