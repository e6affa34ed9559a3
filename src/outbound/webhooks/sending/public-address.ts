import { BlockList, isIP } from 'node:net';

/**
 * IPv4 networks that are not the public internet: IANA's registry of special-purpose addresses, all
 * of it, multicast and what is reserved.
 */
const SPECIAL_IPV4 = [
  '0.0.0.0/8', // this network
  '10.0.0.0/8', // private
  '100.64.0.0/10', // shared by customers of a provider
  '127.0.0.0/8', // loopback
  '168.63.129.16/32', // a public number, but an internal service of the cloud Azure
  '169.254.0.0/16', // link-local, and the metadata of most clouds
  '172.16.0.0/12', // private
  '192.0.0.0/24', // protocol assignments
  '192.0.2.0/24', // documentation
  '192.31.196.0/24', // AS112
  '192.52.193.0/24', // tunnels of multicast
  '192.88.99.0/24', // relays of 6to4
  '192.168.0.0/16', // private
  '192.175.48.0/24', // AS112
  '198.18.0.0/15', // benchmarks
  '198.51.100.0/24', // documentation
  '203.0.113.0/24', // documentation
  '224.0.0.0/4', // multicast
  '240.0.0.0/4', // reserved, and broadcast
];

/** The only part of IPv6 that is given out for the public internet. */
const GLOBAL_IPV6 = '2000::/3';

/** What of it is special, by IANA's registry. */
const SPECIAL_IPV6 = [
  '2001::/23', // protocol assignments, with Teredo
  '2001:db8::/32', // documentation
  '2002::/16', // 6to4: contains any IPv4 address
  '2620:4f:8000::/48', // AS112
  '3fff::/20', // documentation
];

const specialIpv4 = networks(SPECIAL_IPV4, 'ipv4');
const globalIpv6 = networks([GLOBAL_IPV6], 'ipv6');
const specialIpv6 = networks(SPECIAL_IPV6, 'ipv6');

/**
 * Whether an IP address, written as sockets and look-ups write it, is one of the public internet.
 * False for everything else, for addresses with a zone and for what is no address.
 */
export function isPublicAddress(address: string): boolean {
  const version = isIP(address);
  if (version === 0 || address.includes('%')) return false;
  return version === 4
    ? !specialIpv4.check(address, 'ipv4')
    : globalIpv6.check(address, 'ipv6') && !specialIpv6.check(address, 'ipv6');
}

function networks(list: readonly string[], family: 'ipv4' | 'ipv6'): BlockList {
  const all = new BlockList();
  for (const network of list) {
    const [address = '', bits] = network.split('/');
    all.addSubnet(address, Number(bits), family);
  }
  return all;
}
