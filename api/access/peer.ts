import { AppError } from '../../src/kit/errors.ts';

/** The caller at the other end of a connection, and whether that connection is encrypted. */
export type Peer = {
  /** The caller's plain address, `unknown` once it has hung up. */
  ip: string;
  /** Encrypted all the way to the caller. */
  isSecure: boolean;
  /**
   * Whether the call is answered: it is secure, or it is plaintext within this machine and the
   * service is configured for that.
   */
  isAnswered: boolean;
};

/** The answer to plaintext; the request is not read. */
export function upgradeRequired(): AppError {
  return new AppError('BAD_REQUEST', 'use TLS 1.3: plaintext HTTP is not answered', {
    status: 426,
    headers: { Upgrade: 'TLS/1.3, HTTP/1.1', Connection: 'Upgrade' },
  });
}
