import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import { TLSSocket } from 'node:tls';
import type { Config } from '../../src/config.ts';
import { AppError } from '../../src/errors.ts';
import { addressMatcher, isLoopback, plainAddress } from '../access/network.ts';
import type { Peer } from '../access/peer.ts';

/**
 * How callers are told apart under the configured transport. `loopback`: plaintext is answered on
 * loopback sockets. `proxy`: X-Forwarded-Proto and X-Forwarded-For count from trusted proxies only.
 * `tls`: the connection itself must be encrypted.
 */
export function createPeerReader(config: Config): (req: IncomingMessage) => Peer {
  const isTrusted = addressMatcher(config.trustedProxies);
  return ({ socket, headers }) => {
    const ip = plainAddress(socket.remoteAddress ?? 'unknown');
    switch (config.transport) {
      case 'loopback': {
        const isLocal = isLoopback(ip) && isLoopback(plainAddress(socket.localAddress ?? ''));
        return { ip, isSecure: false, isAnswered: isLocal };
      }
      case 'tls': {
        const isSecure = socket instanceof TLSSocket;
        return { ip, isSecure, isAnswered: isSecure };
      }
      case 'proxy': {
        if (!isTrusted(ip)) return { ip, isSecure: false, isAnswered: false };
        const isSecure = isHttpsThroughout(headers['x-forwarded-proto']);
        const client = clientBehind(headers['x-forwarded-for'], isTrusted) ?? ip;
        return { ip: client, isSecure, isAnswered: isSecure };
      }
    }
  };
}

/** Whom a caller of HTTP/1.1 calls it says once (RFC 9112 3.2). Undefined where it does. */
export function findHostProblem({
  headersDistinct,
  httpVersion,
}: IncomingMessage): AppError | undefined {
  const hosts = headersDistinct.host ?? [];
  if (hosts.length === 0 && httpVersion === '1.1')
    return new AppError('BAD_REQUEST', 'the header Host is missing');
  if (hosts.length > 1) return new AppError('BAD_REQUEST', 'the header Host is there twice');
  return undefined;
}

/** Each hop appends, and a caller may have written the first: all of them must say https. */
function isHttpsThroughout(header: string | string[] | undefined): boolean {
  if (header === undefined) return false;
  return listOf(header).every((proto) => proto.toLowerCase() === 'https');
}

/** The last address that no trusted proxy owns: those before it are the caller's own claims. */
function clientBehind(
  header: string | string[] | undefined,
  isTrusted: (plain: string) => boolean,
): string | undefined {
  const hop = listOf(header ?? '')
    .map(plainAddress)
    .findLast((address) => !isTrusted(address));
  return hop !== undefined && isIP(hop) !== 0 ? hop : undefined;
}

function listOf(header: string | string[]): string[] {
  return String(header)
    .split(',')
    .map((part) => part.trim());
}
