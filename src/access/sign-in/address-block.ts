import { isIPv4, isIPv6 } from 'node:net';

const GROUPS = 8;
const GROUPS_IN_BLOCK = 3;
/** An IPv4 address inside of IPv6, as URLs write it: `::ffff:` and two groups. */
const MAPPED = /^::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})$/;

/**
 * The block that an address is of, which says less of a person than the address: a /24 of IPv4, a
 * /48 of IPv6. Null for what is no address.
 */
export function addressBlock(address: string | null): string | null {
  const [bare = ''] = (address ?? '').split('%');
  if (isIPv4(bare)) return blockOfFour(bare.split('.').map(Number));
  if (!isIPv6(bare)) return null;
  const plain = new URL(`http://[${bare}]`).hostname.slice(1, -1);
  const [, high, low] = MAPPED.exec(plain) ?? [];
  if (high !== undefined && low !== undefined)
    return blockOfFour([high, low].flatMap((group) => bytesOf(Number.parseInt(group, 16))));
  const [head = [], tail = []] = plain.split('::').map((part) => part.split(':').filter(Boolean));
  const zeros = new Array<string>(GROUPS - head.length - tail.length).fill('0');
  return `${[...head, ...zeros, ...tail].slice(0, GROUPS_IN_BLOCK).join(':')}::/48`;
}

const blockOfFour = (bytes: readonly number[]) => `${bytes.slice(0, 3).join('.')}.0/24`;

const bytesOf = (group: number) => [group >> 8, group & 255];
