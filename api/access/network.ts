import { BlockList, isIP, isIPv4, isIPv6 } from 'node:net';

const GROUPS = 8;
const GROUP_BITS = 16;
/** An IPv6 network that usually belongs to one caller, and the one around it, of one site. */
const CALLER_BITS = 64;
const SITE_BITS = 48;
/** How much a site may do in comparison with one caller. */
const CALLERS_PER_SITE = 4;
/** The groups before the IPv4 address in `::ffff:0:0/96`, in `64:ff9b::/96` and in `2002::/16`. */
const MAPPED = [0, 0, 0, 0, 0, 0xffff];
const NAT64 = [0x64, 0xff9b, 0, 0, 0, 0];
const SIX_TO_FOUR = [0x2002];

/** A network that callers are counted by, and how many times the limit of one caller it has. */
export type Network = { network: string; share: number };

/**
 * The one form of an address: without its zone, IPv6 compressed in lower case (RFC 5952), and an
 * IPv4 address mapped to IPv6 as plain IPv4. A text that is no address stays as it is.
 */
export function plainAddress(address: string): string {
  const [bare = ''] = address.split('%');
  if (!isIPv6(bare)) return isIPv4(bare) ? bare : address;
  return ipv4After(MAPPED, groupsOf(bare)) ?? new URL(`http://[${bare}]`).hostname.slice(1, -1);
}

/**
 * What counts as one caller: this machine, an IPv4 address, or an IPv6 /64. The /48 around it is
 * the second network, because many are given a whole one. IPv6 addresses made from an IPv4 address
 * (NAT64, 6to4) are that caller. The last network is what the database's `network_of` returns.
 */
export function networksOf(plain: string): Network[] {
  if (isLoopback(plain)) return [{ network: 'loopback', share: 1 }];
  if (isIPv4(plain)) return [{ network: `${plain}/32`, share: 1 }];
  if (!isIPv6(plain)) return [{ network: plain, share: 1 }];
  const groups = groupsOf(plain);
  const ipv4 = ipv4After(NAT64, groups) ?? ipv4After(SIX_TO_FOUR, groups);
  if (ipv4 !== undefined) return [{ network: `${ipv4}/32`, share: 1 }];
  return [
    { network: networkWith(CALLER_BITS, groups), share: 1 },
    { network: networkWith(SITE_BITS, groups), share: CALLERS_PER_SITE },
  ];
}

export function isLoopback(plain: string): boolean {
  return plain === '::1' || (isIPv4(plain) && plain.startsWith('127.'));
}

/** The eight groups of an IPv6 address, each below 65536. */
function groupsOf(address: string): number[] {
  const last = address.slice(address.lastIndexOf(':') + 1);
  const hexOnly = isIPv4(last) ? address.slice(0, -last.length) + hexOf(last) : address;
  const [before = [], after = []] = hexOnly
    .split('::')
    .map((part) => part.split(':').filter(Boolean));
  const zeros = new Array<string>(GROUPS - before.length - after.length).fill('0');
  return [...before, ...zeros, ...after].map((group) => Number.parseInt(group, 16));
}

function hexOf(ipv4: string): string {
  const [a = 0, b = 0, c = 0, d = 0] = ipv4.split('.').map(Number);
  return `${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`;
}

/** The IPv4 address that follows these groups; undefined when the address begins otherwise. */
function ipv4After(prefix: readonly number[], groups: readonly number[]): string | undefined {
  if (!prefix.every((group, index) => group === groups[index])) return undefined;
  const pair = groups.slice(prefix.length, prefix.length + 2);
  return pair.flatMap((group) => [group >> 8, group & 255]).join('.');
}

/** Its first bits, as PostgreSQL writes them. */
function networkWith(bits: number, groups: readonly number[]): string {
  const kept = groups.slice(0, bits / GROUP_BITS);
  const end = kept.findLastIndex((group) => group !== 0) + 1;
  const text = kept.slice(0, end).map((group) => group.toString(16));
  return `${text.join(':')}::/${bits}`;
}

/** Tests whether a plain address is among the addresses and `address/bits` networks listed. */
export function addressMatcher(listed: readonly string[]): (plain: string) => boolean {
  const list = new BlockList();
  for (const entry of listed) {
    const [address = '', bits] = entry.trim().split('/');
    const family = isIP(address);
    if (family === 0 || (bits !== undefined && !/^\d{1,3}$/.test(bits)))
      throw new Error(`"${entry}" is not an address or a network`);
    const kind = family === 4 ? 'ipv4' : 'ipv6';
    if (bits === undefined) list.addAddress(address, kind);
    else list.addSubnet(address, Number(bits), kind);
  }
  return (plain) => isIP(plain) !== 0 && list.check(plain, isIPv4(plain) ? 'ipv4' : 'ipv6');
}
