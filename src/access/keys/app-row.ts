import { hash } from 'node:crypto';

/** The row of a connected app is one among keys, and so is its id. */
export const APP_ID = /^key_[0-9a-f]{32}$/;

/**
 * What stands in the row of an app where a key has the SHA-256 of its secret, as hex: that of its
 * own id, which is no form of a secret. So no secret opens the row, and it is found as keys are.
 */
export function appDigest(appId: string): string {
  return hash('sha256', appId);
}
