import { afterAll, beforeAll, expect, test } from 'vitest';
import { badFieldsIn } from '../../../../../src/kit/errors.ts';
import { checkEndpoint } from '../../../../../src/outbound/webhooks/sending/check-endpoint.ts';
import {
  HostError,
  openHostResolver,
} from '../../../../../src/outbound/webhooks/sending/resolve-host.ts';
import { type NameAnswer, type NameServer, openNameServer } from './name-server.ts';

const PUBLIC = '93.184.215.14';
const PUBLIC_IPV6 = '2606:2800:21f:cb07::1';

const NAMES: Record<string, NameAnswer> = {
  'good.example.com': { addresses: [PUBLIC, PUBLIC_IPV6] },
  'four.example.com': { addresses: [PUBLIC, '93.184.215.15'] },
  'six.example.com': { addresses: [PUBLIC_IPV6] },
  'alias.example.com': { cname: 'good.example.com', addresses: [PUBLIC] },
  'private.example.com': { addresses: ['10.0.0.7'] },
  'loopback.example.com': { addresses: ['127.0.0.1'] },
  'metadata.example.com': { addresses: ['169.254.169.254'] },
  'mixed.example.com': { addresses: [PUBLIC, '10.0.0.7'] },
  'mixed-versions.example.com': { addresses: [PUBLIC, 'fd00::7'] },
  'six-private.example.com': { addresses: ['::1'] },
  'mapped.example.com': { addresses: ['::ffff:7f00:1'] },
  'nat64.example.com': { addresses: ['64:ff9b::7f00:1'] },
  'alias-private.example.com': { cname: 'db.corp.internal', addresses: ['192.168.3.4'] },
  'empty.example.com': {},
  'broken.example.com': 'failure',
  'silent.example.com': 'silence',
};

let server: NameServer;
beforeAll(async () => {
  server = await openNameServer((name) => NAMES[name]);
});
afterAll(() => server.close());

async function check(host: string, allow: readonly string[] = []) {
  const resolver = openHostResolver({ servers: [server.address] });
  try {
    return (await checkEndpoint(`https://${host}/hook`, { allow, resolver })).href;
  } catch (error) {
    return badFieldsIn(error).map(({ field, reason }) => `${field} ${reason}`);
  }
}

test.each(['good', 'four', 'six', 'alias'])(
  'a name with public addresses (%s) is accepted',
  async (name) => {
    const host = `${name}.example.com`;
    expect(await check(host)).toBe(`https://${host}/hook`);
  },
);

test.each([
  'private',
  'loopback',
  'metadata',
  'mixed',
  'mixed-versions',
  'six-private',
  'mapped',
  'nat64',
  'alias-private',
])('a name with an address that is not public (%s) is refused', async (name) => {
  expect(await check(`${name}.example.com`)).toEqual([
    'url must have a name whose addresses are all public',
  ]);
});

test.each(['empty', 'unknown'])('a name without an address (%s) is refused', async (name) => {
  expect(await check(`${name}.example.com`)).toEqual(['url has a name without an address now']);
});

test('a name whose name servers fail is refused with that reason', async () => {
  expect(await check('broken.example.com')).toEqual([
    'url has a name whose name servers do not answer now',
  ]);
});

test('an IP address and a host that the operator allows are not looked up', async () => {
  server.asked.length = 0;
  expect(await check('8.8.8.8')).toBe('https://8.8.8.8/hook');
  expect(await check('10.0.0.1')).toEqual(['url must not be a private or special IP address']);
  expect(await check('localhost:3000', ['localhost:3000'])).toBe('https://localhost:3000/hook');
  expect(server.asked).toEqual([]);
});

test('each look-up asks the name server again, for both versions of IP', async () => {
  server.asked.length = 0;
  await check('good.example.com');
  await check('good.example.com');
  expect(server.asked.toSorted()).toEqual([
    'A good.example.com',
    'A good.example.com',
    'AAAA good.example.com',
    'AAAA good.example.com',
  ]);
});

test('a look-up that nobody waits for any more asks no further', async () => {
  server.asked.length = 0;
  const stop = new AbortController();
  const resolver = openHostResolver({ servers: [server.address] });
  const found = resolver.publicAddresses('silent.example.com', stop.signal);
  while (server.asked.length < 2) await new Promise(setImmediate);
  stop.abort();
  await expect(found).rejects.toThrow(HostError);
  await expect(resolver.publicAddresses('good.example.com', stop.signal)).rejects.toThrow(
    HostError,
  );
  // It would have asked again after two seconds.
  expect(server.asked).toHaveLength(2);
});
