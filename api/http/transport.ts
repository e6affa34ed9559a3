import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import { TLSSocket } from 'node:tls';
import type { Config } from '../../src/config.ts';
import { addressMatcher, isLoopback, plainAddress } from '../access/network.ts';
import type { Peer } from '../access/peer.ts';

const HOP = /^(?:"?\[([^\]]+)\](?::\d+)?"?|([\d.]+):\d+)$/;

/** The caller of a request. Probes may come in plaintext, except to transport `tls`. */
export type ReadPeer = (req: IncomingMessage, isProbe?: boolean) => Peer;

/**
 * Reads the caller's address and encryption as configured. `loopback`: plaintext is answered on
 * loopback sockets. `proxy`: X-Forwarded-Proto and X-Forwarded-For count only from trusted proxies.
 * `tls`: the connection itself must be encrypted.
 */
export function createPeerReader(config: Config): ReadPeer {
  const isTrusted = addressMatcher(config.trustedProxies);
  return ({ socket, headers }, isProbe = false) => {
    const ip = plainAddress(socket.remoteAddress ?? 'unknown');
    switch (config.transport) {
      case 'loopback': {
        const isLocal = isLoopback(ip) && isLoopback(plainAddress(socket.localAddress ?? ''));
        return { ip, isSecure: false, isAnswered: isLocal || isProbe };
      }
      case 'tls': {
        const isSecure = socket instanceof TLSSocket;
        return { ip, isSecure, isAnswered: isSecure };
      }
      case 'proxy': {
        if (!isTrusted(ip)) return { ip, isSecure: false, isAnswered: isProbe };
        const isSecure = isHttpsThroughout(headers['x-forwarded-proto']);
        const client = clientBehind(headers['x-forwarded-for'], isTrusted) ?? ip;
        return { ip: client, isSecure, isAnswered: isSecure || isProbe };
      }
    }
  };
}

/** Each proxy appends its value and a caller may have sent the first: all of them must be https. */
function isHttpsThroughout(header: string | string[] | undefined): boolean {
  if (header === undefined) return false;
  return listOf(header).every((proto) => proto.toLowerCase() === 'https');
}

/** The last address that is not a trusted proxy; the caller may have invented those before it. */
function clientBehind(
  header: string | string[] | undefined,
  isTrusted: (plain: string) => boolean,
): string | undefined {
  const hop = listOf(header ?? '')
    .map((text) => plainAddress(withoutPort(text)))
    .findLast((address) => !isTrusted(address));
  return hop !== undefined && isIP(hop) !== 0 ? hop : undefined;
}

/** Some proxies add the port of the caller, and brackets around IPv6 then. */
function withoutPort(hop: string): string {
  const [, inBrackets, before] = HOP.exec(hop) ?? [];
  return inBrackets ?? before ?? hop;
}

function listOf(header: string | string[]): string[] {
  return String(header)
    .split(',')
    .map((part) => part.trim());
}
