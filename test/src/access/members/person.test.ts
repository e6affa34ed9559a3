import { expect, test } from 'vitest';
import { readPersonEmail, readPersonName } from '../../../../src/access/members/person.ts';

test.each([
  ['kim@example.com'],
  ['Kim.Lee+parking@Example.COM'],
  ["o'brien@example.ie"],
  ['用户@例子.广告'],
  ['müller@straße.example'],
  ['a@b.co'],
  [' desk@elm-parking.example '],
  ['x_y-z@sub.sub.example.museum'],
])('an address is kept as it was written: %j', (email) => {
  expect(readPersonEmail(email)).toBe(email.trim());
});

test.each([
  [''],
  ['kim'],
  ['@example.com'],
  ['kim@'],
  ['kim@@example.com'],
  ['kim lee@example.com'],
  ['Kim <kim@example.com>'],
  ['kim@example.com\r\nBcc: all@example.com'],
  [`kim@exa\u200bmple.com`],
  [`kim@example.com\u202e`],
  [`ku\u0308hn@example.com`],
  [`${'k'.repeat(250)}@example.com`],
])('no address: %j', (email) => {
  expect(() => readPersonEmail(email)).toThrow(/^email: /);
});

test.each([
  ['Kim Lee'],
  ['Ngũgĩ wa Thiong’o'],
  ['李小龍'],
  ['محمد علي'],
  ["D'Arcy O’Neill-Smith"],
  ['Björk'],
  ['X Æ A-12'],
  ['  Ana María  '],
])('a name is kept without blanks around it: %j', (name) => {
  expect(readPersonName(name)).toBe(name.trim());
});

test.each([
  [''],
  ['   '],
  ['\u200b\u200b'],
  ['—'],
  ['Kim\u202eeeL'],
  ['Kim\nLee'],
  ['Kim\u0000'],
  ['k'.repeat(201)],
])('no name: %j', (name) => {
  expect(() => readPersonName(name)).toThrow(/^name: /);
});
