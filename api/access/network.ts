import { BlockList, isIP, isIPv4 } from 'node:net';

const GROUPS = 8;
const NETWORK_GROUPS = 4;

/**
 * The address without its zone; an IPv4 address mapped to IPv6 (`::ffff:192.0.2.1`) as plain IPv4.
 */
export function plainAddress(address: string): string {
  if (!address.includes(':')) return address;
  const [bare = ''] = address.split('%');
  const mapped = bare.slice(bare.lastIndexOf(':') + 1);
  return isIPv4(mapped) ? mapped : bare;
}

/**
 * What counts as one caller: this machine, an IPv4 address, or an IPv6 /64, which usually belongs
 * to one caller.
 */
export function networkOf(plain: string): string {
  if (isLoopback(plain)) return 'loopback';
  if (!plain.includes(':')) return plain;
  const [head = '', tail = ''] = plain.split('::');
  const before = head.split(':').filter(Boolean);
  const after = tail.split(':').filter(Boolean);
  const zeros = new Array<string>(Math.max(0, GROUPS - before.length - after.length)).fill('0');
  return [...before, ...zeros, ...after].slice(0, NETWORK_GROUPS).join(':');
}

export function isLoopback(plain: string): boolean {
  return plain === '::1' || (isIPv4(plain) && plain.startsWith('127.'));
}

/** Tests whether a plain address is among the addresses and `address/bits` networks listed. */
export function addressMatcher(listed: readonly string[]): (plain: string) => boolean {
  const list = new BlockList();
  for (const entry of listed) {
    const [address = '', bits] = entry.trim().split('/');
    const family = isIP(address);
    if (family === 0) throw new Error(`"${entry}" is not an address or a network`);
    const kind = family === 4 ? 'ipv4' : 'ipv6';
    if (bits === undefined) list.addAddress(address, kind);
    else list.addSubnet(address, Number(bits), kind);
  }
  return (plain) => isIP(plain) !== 0 && list.check(plain, isIPv4(plain) ? 'ipv4' : 'ipv6');
}
