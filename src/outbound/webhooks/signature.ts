import { createHmac, timingSafeEqual } from 'node:crypto';

const PREFIX = 'sha256=';

/**
 * The signature of a body: `sha256=` and the HMAC-SHA256 of its bytes in hex. The key is the whole
 * secret, with its prefix, as UTF-8.
 */
export function signBody(body: Buffer | string, secret: string): string {
  return PREFIX + createHmac('sha256', secret).update(body).digest('hex');
}

/**
 * Whether one of the signatures of a delivery was made with this secret. `header` is the value of
 * X-Service-Signature or X-Service-Signature-Next, or several of them, separated by commas.
 */
export function isSignedWith(secret: string, body: Buffer | string, header: string): boolean {
  const expected = Buffer.from(signBody(body, secret));
  return header.split(',').some((value) => {
    const given = Buffer.from(value.trim());
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
}
