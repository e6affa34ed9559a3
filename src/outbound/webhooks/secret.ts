import { randomBytes } from 'node:crypto';

/** 256 bits, which base64url writes as 43 characters. */
const SECRET_BYTES = 32;

/** A new random secret that signs deliveries, such as `whsec_…`. */
export function newWebhookSecret(): string {
  return `whsec_${randomBytes(SECRET_BYTES).toString('base64url')}`;
}

/** The end of a secret, by which its owner knows it again. */
export function lastOf(secret: string): string {
  return secret.slice(-4);
}
