import { expect, test } from 'vitest';
import { isPublicAddress } from '../../../../../src/outbound/webhooks/sending/public-address.ts';

test.each(['', 'localhost', '8.8.8', '08.8.8.8', '8.8.8.8 ', '[2606:4700::1]', '2606:4700::1%lo'])(
  'what sockets would not write as an address (%s) is not public',
  (text) => {
    expect(isPublicAddress(text)).toBe(false);
  },
);

test.each([
  ['8.8.8.8', true],
  ['10.0.0.1', false],
  ['2606:4700::1111', true],
  ['::ffff:8.8.8.8', false],
  ['::ffff:10.0.0.1', false],
  ['fe80::1', false],
])('%s is public: %s', (address, isPublic) => {
  expect(isPublicAddress(address)).toBe(isPublic);
});
