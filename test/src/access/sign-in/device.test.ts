import { expect, test } from 'vitest';
import { addressBlock } from '../../../../src/access/sign-in/address-block.ts';
import { shortAgent } from '../../../../src/access/sign-in/device.ts';

test.each([
  ['203.0.113.77', '203.0.113.0/24'],
  ['::ffff:203.0.113.77', '203.0.113.0/24'],
  ['2001:db8:12:34::1', '2001:db8:12::/48'],
  ['2001:0DB8:0012::', '2001:db8:12::/48'],
  ['1::2:3:4:5:6:7', '1:0:2::/48'],
  ['fe80::1%eth0', 'fe80:0:0::/48'],
  ['::1', '0:0:0::/48'],
  ['', null],
  ['unknown', null],
  ['203.0.113', null],
  ['203.0.113.77, 10.0.0.1', null],
  [null, null],
])('of the address %j only the block %j is known', (address, block) => {
  expect(addressBlock(address)).toBe(block);
});

test.each([
  ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox on Linux'],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) Mobile/15E148 Safari/604.1',
    'Safari on iOS',
  ],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0',
    'Edge on Windows',
  ],
  ['curl/8.5.0', 'curl/8.5.0'],
  ['', null],
  [null, null],
])('a browser is called as people call it: %j', (agent, name) => {
  expect(shortAgent(agent)).toBe(name);
});

test('a long or strange name is cut and made visible', () => {
  expect(shortAgent('x'.repeat(10_000))).toHaveLength(60);
  expect(shortAgent('a\u202eb\r\nc')).toBe('ab c');
});
