import { expect, test } from 'vitest';
import { readConfig } from '../../../../../src/config.ts';
import { ConfigError } from '../../../../../src/kit/read-setting.ts';

const read = (text: string) => readConfig({ HEXLOT_WEBHOOK_ALLOW: text }).webhookAllow;

test('the hosts to which webhooks may be sent are read as their URLs name them', () => {
  expect(read('')).toEqual([]);
  expect(read('localhost:3000')).toEqual(['localhost:3000']);
  expect(read(' Receiver:80 , 10.0.0.1:8443,[::1]:443')).toEqual([
    'receiver:80',
    '10.0.0.1:8443',
    '[::1]:443',
  ]);
  expect(Object.isFrozen(read('localhost:3000'))).toBe(true);
});

test.each([
  'localhost',
  'localhost:',
  ':3000',
  'localhost:0',
  'localhost:65536',
  'localhost:http',
  'http://localhost:3000',
  'localhost:3000/path',
  'a@localhost:3000',
  '::1:3000',
  '127.1:3000',
  '*.example.com:443',
  'a b:3000',
  'localhost:3000;127.0.0.1:3000',
])('a host that cannot be read (%s) prevents the start, with the name of the setting', (text) => {
  expect(() => read(`good:1,${text}`)).toThrow(ConfigError);
  expect(() => read(text)).toThrow(/^HEXLOT_WEBHOOK_ALLOW must be host:port/);
});
