import { isIP } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addressDraws, createBudgets } from '../../../api/access/budgets.ts';
import { addressMatcher, networksOf, plainAddress } from '../../../api/access/network.ts';
import { openTestDatabase, type TestDatabase } from '../../stage/database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.drop());

/** Forms of addresses, and the network by which figures count each; null: no address. */
const FORMS: [string, string | null][] = [
  ['192.0.2.1', '192.0.2.1/32'],
  ['127.0.0.1', 'loopback'],
  ['127.255.0.9', 'loopback'],
  ['::1', 'loopback'],
  ['0:0:0:0:0:0:0:1', 'loopback'],
  ['::ffff:127.0.0.1', 'loopback'],
  ['::FFFF:7f00:1', 'loopback'],
  ['::ffff:192.0.2.1', '192.0.2.1/32'],
  ['::ffff:c000:0201', '192.0.2.1/32'],
  ['0:0:0:0:0:FFFF:C000:201', '192.0.2.1/32'],
  ['0000:0000:0000:0000:0000:ffff:192.0.2.1', '192.0.2.1/32'],
  ['64:ff9b::192.0.2.1', '192.0.2.1/32'],
  ['64:FF9B:0:0:0:0:c000:201', '192.0.2.1/32'],
  ['2002:c000:201::', '192.0.2.1/32'],
  ['2002:C000:0201:5:6:7:8:9', '192.0.2.1/32'],
  ['2001:db8::1', '2001:db8::/48'],
  ['2001:DB8::1', '2001:db8::/48'],
  ['2001:0db8:0000:0000:0000:0000:0000:0001', '2001:db8::/48'],
  ['2001:db8:0:0:1::', '2001:db8::/48'],
  ['2001:db8:0:ffff:1:2:3:4', '2001:db8::/48'],
  ['2001:db8:7:1::1', '2001:db8:7::/48'],
  ['2001:db8:7:1::192.0.2.1', '2001:db8:7::/48'],
  ['2001:0:7::1', '2001:0:7::/48'],
  ['0:0:7::1', '0:0:7::/48'],
  ['1:2:3:4:5:6:7::', '1:2:3::/48'],
  ['::2:3:4:5:6:7:8', '0:2:3::/48'],
  ['::', '::/48'],
  ['::192.0.2.1', '::/48'],
  ['64:ff9b:1::192.0.2.1', '64:ff9b:1::/48'],
  ['fe80::1%eth0', 'fe80::/48'],
  ['fe80::1%', 'fe80::/48'],
  ['ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff', 'ffff:ffff:ffff::/48'],
  ...[
    '',
    'unknown',
    '192.0.2',
    '192.0.2.256',
    '010.0.0.1',
    '10.0.0.01',
    '192.0.2.1/24',
    '0x7f.1',
  ].map((text): [string, null] => [text, null]),
  ...['::ffff:010.0.0.1', '1::2::3', '[::1]', '::1/64', ':::', '12345::', ' 192.0.2.1', 'g::'].map(
    (text): [string, null] => [text, null],
  ),
];

function figuresNetworkOf(text: string): string | null {
  const plain = plainAddress(text);
  return isIP(plain) === 0 ? null : (networksOf(plain).at(-1)?.network ?? null);
}

test.each(FORMS)('the address "%s" is of the network %s', (text, network) => {
  expect(figuresNetworkOf(text)).toBe(network);
});

test('the database says of each form what the service says', async () => {
  const rows = await database.sql<{ text: string; network: string | null }>(
    'select text, network_of(text) as network from unnest($1::text[]) as text',
    [FORMS.map(([text]) => text)],
  );
  expect(rows.map(({ text, network }) => [text, network])).toEqual(FORMS);
});

test('an address has one form, and is not taken for the IPv4 address in it', () => {
  const forms = ['2001:DB8:0:0::1', '2001:0db8::0001', '2001:db8::1%eth0', '2001:db8::0.0.0.1'];
  expect(new Set(forms.map(plainAddress))).toEqual(new Set(['2001:db8::1']));
  // Who sends from these may be somebody else: no proxy is trusted because of them.
  for (const text of ['2002:7f00:1::', '64:ff9b::7f00:1', '2001:db8::127.0.0.1'])
    expect(isIP(plainAddress(text))).toBe(6);
  expect(networksOf('2002:7f00:1::')).toEqual([{ network: '127.0.0.1/32', share: 1 }]);
});

test.each(['10.0.0.0/0x8', '10.0.0.0/', '10.0.0.0/1e1', '10.0.0.0/ 8'])(
  'a trusted proxy "%s" is refused, not guessed',
  (entry) => {
    expect(() => addressMatcher([entry])).toThrow('is not an address or a network');
  },
);

/** How many of the calls that these addresses make one after another are answered. */
function answered(addresses: readonly string[], callsOfEach: number): number {
  const budgets = createBudgets({ now: () => 0 });
  const calls = addresses.flatMap((ip) => Array<string>(callsOfEach).fill(ip));
  return calls.filter((ip) => budgets.draw(addressDraws(plainAddress(ip))).isAllowed).length;
}

test('150 networks of one site are four callers, and none of them is more than one', () => {
  const site = Array.from({ length: 150 }, (_, index) => `2001:db8:7:${index.toString(16)}::1`);
  expect(answered(site.slice(0, 1), 500)).toBe(120);
  expect(answered(site.slice(0, 3), 500)).toBe(3 * 120);
  expect(answered(site, 10)).toBe(4 * 120);
  expect(answered(site, 120)).toBe(4 * 120);
});

test('forms of one address are one caller', () => {
  const ofOne = FORMS.filter(([, network]) => network === '192.0.2.1/32').map(([text]) => text);
  expect(ofOne.length).toBeGreaterThan(5);
  expect(answered(ofOne, 50)).toBe(120);
  expect(answered(['2001:db8::1', '2001:DB8:0::1', '2001:db8:0:0:0:0:0:1%eth1'], 100)).toBe(120);
});

test('callers from ten networks are ten callers, as before', () => {
  const sites = Array.from({ length: 10 }, (_, index) => `2001:db8:${index}::1`);
  expect(answered(sites, 200)).toBe(10 * 120);
  expect(
    answered(
      sites.map((_, index) => `192.0.2.${index}`),
      200,
    ),
  ).toBe(10 * 120);
});
