/**
 * Names that never lead to a host of the public internet, with all names below them: IANA's
 * registry of special-use names, what ICANN keeps for private use, and what home and office
 * networks use (RFC 6762, appendix G).
 */
const SPECIAL_NAMES = [
  'alt',
  'arpa',
  'corp',
  'example',
  'home',
  'internal',
  'intranet',
  'invalid',
  'lan',
  'local',
  'localdomain',
  'localhost',
  'onion',
  'private',
  'test',
];

/** Names on the public internet that lead to a cloud's own metadata from within that cloud. */
const METADATA_NAMES = [
  'metadata.goog',
  'metadata.packet.net',
  'metadata.platformequinix.com',
  'metadata.tencentyun.com',
];

const REFUSED = new Set([...SPECIAL_NAMES, ...METADATA_NAMES]);

/** Whether a name in lower case, without a dot at its end, is one of these or below one. */
export function isSpecialName(host: string): boolean {
  const labels = host.split('.');
  return labels.some((_, first) => REFUSED.has(labels.slice(first).join('.')));
}
