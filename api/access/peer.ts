import { AppError } from '../../src/errors.ts';

/** Who is at the other end, and whether nobody in between can read along. */
export type Peer = {
  /** The caller's plain address, `unknown` once it has hung up. */
  ip: string;
  /** Encrypted up to the caller. */
  isSecure: boolean;
  /** Secure, or plaintext that never leaves this machine where that is how callers are served. */
  isAnswered: boolean;
};

/** The answer to plaintext: nothing of the request was looked at. */
export function upgradeRequired(): AppError {
  return new AppError('BAD_REQUEST', 'use TLS 1.3: plaintext HTTP is not answered', {
    status: 426,
    headers: { Upgrade: 'TLS/1.3, HTTP/1.1', Connection: 'Upgrade' },
  });
}
