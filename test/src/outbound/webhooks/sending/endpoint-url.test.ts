import { expect, test } from 'vitest';
import { AppError, badFieldsIn } from '../../../../../src/kit/errors.ts';
import { readEndpoint } from '../../../../../src/outbound/webhooks/sending/endpoint-url.ts';
import { CORPUS } from './corpus.ts';

const CORPUS_SIZE_MIN = 120;

/** What is wrong with an address; undefined when it may be an endpoint. */
function reasonOf(url: string, allow: readonly string[] = []): string | undefined {
  try {
    readEndpoint(url, allow);
    return undefined;
  } catch (error) {
    const [problem, ...more] = badFieldsIn(error);
    expect([problem?.field, more]).toEqual(['url', []]);
    return problem?.reason;
  }
}

test('every hostile address of the corpus is refused, and every honest one accepted', () => {
  const answers = CORPUS.map((entry) => ({ ...entry, reason: reasonOf(entry.url) }));
  const isWrong = ({ isAllowed, reason }: (typeof answers)[number]) =>
    isAllowed !== (reason === undefined);
  expect(answers.filter((one) => isWrong(one) && !one.isAllowed)).toEqual([]);
  expect(answers.filter((one) => isWrong(one) && one.isAllowed)).toEqual([]);
});

test('the corpus is large, has no entry twice, and a third of it is honest', () => {
  expect(CORPUS.length).toBeGreaterThanOrEqual(CORPUS_SIZE_MIN);
  expect(new Set(CORPUS.map(({ url }) => url)).size).toBe(CORPUS.length);
  expect(CORPUS.filter(({ isAllowed }) => isAllowed).length * 3).toBeGreaterThan(CORPUS.length);
});

test.each([
  ['hooks.example.com', 'must be a whole address, such as https://hooks.example.com/parking'],
  ['http://hooks.example.com', 'must begin with https://'],
  ['https://hooks.example.com:8443', 'must use port 443'],
  ['https://a:b@hooks.example.com', 'must have no user and no password'],
  ['https://hooks.example.com/#a', 'must have no fragment (#)'],
  ['https://hooks.example.com./', 'must not end its host with a dot'],
  ['https://10.0.0.1', 'must not be a private or special IP address'],
  ['https://localhost', 'must have a name of the public internet'],
  ['https://hooks!.example.com', 'must have a host name of letters, digits and hyphens'],
  ['https://hooks.example.com/a b', 'must have no spaces, backslashes or control characters'],
])('the refusal of %s says: %s', (url, reason) => {
  expect(reasonOf(url)).toBe(reason);
  expect(() => readEndpoint(url, [])).toThrow(AppError);
});

test('an address has at most 2,000 characters', () => {
  const ofLength = (length: number) => 'https://hooks.example.com/'.padEnd(length, 'a');
  expect(reasonOf(ofLength(2_000))).toBeUndefined();
  expect(reasonOf(ofLength(2_001))).toBe('must have at most 2000 characters');
  expect(reasonOf(`https://hooks.example.com/${'ü'.repeat(400)}`)).toMatch(/in ASCII$/);
});

test('a host and port that the operator allows may be private and without TLS', () => {
  const allow = ['127.0.0.1:8080', 'localhost:3000', '[::1]:80', 'receiver:443'];
  const allowed = [
    'http://127.0.0.1:8080/hook',
    'http://127.1:8080/hook',
    'https://127.0.0.1:8080/hook',
    'http://localhost:3000',
    'http://[::1]/',
    'https://receiver/hook',
  ];
  expect(allowed.filter((url) => reasonOf(url, allow) !== undefined)).toEqual([]);
});

test('what is allowed is one port of one host, and the rest of the rules hold', () => {
  const allow = ['localhost:3000'];
  const refused = [
    'http://localhost:3001',
    'http://a.localhost:3000',
    'http://127.0.0.1:3000',
    'https://localhost',
    'http://user@localhost:3000',
    'http://localhost:3000/#a',
    'ftp://localhost:3000',
    'http://localhost.:3000',
  ];
  expect(refused.filter((url) => reasonOf(url, allow) === undefined)).toEqual([]);
});

test('an address is returned in its one usual form', () => {
  expect(readEndpoint('HTTPS://Hooks.Example.com:443', []).href).toBe('https://hooks.example.com/');
  expect(readEndpoint('https://0x08080808/a', []).href).toBe('https://8.8.8.8/a');
});
