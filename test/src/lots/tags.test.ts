import { expect, test } from 'vitest';
import { readHeightCm, readSpecialSpaces, readText } from '../../../src/lots/tags.ts';
import { slugOf } from '../../../src/lots/write/slug.ts';

test.each([
  ['2', 200],
  ['2.1', 210],
  ['2.07 m', 207],
  ['2.999', 299],
  [2.3, 230],
  [`6'11"`, 210],
  [`7'`, 213],
  ['default', null],
  ['none', null],
  [undefined, null],
])('a height of %s is %s cm', (maxheight, centimetres) => {
  expect(readHeightCm({ maxheight }, 'maxheight')).toBe(centimetres);
});

test.each([
  [undefined, { has: false, count: 0 }],
  ['no', { has: false, count: 0 }],
  ['0', { has: false, count: 0 }],
  ['yes', { has: true, count: 0 }],
  ['7', { has: true, count: 7 }],
])('special spaces for the tag %s', (value, spaces) => {
  expect(readSpecialSpaces({ 'capacity:disabled': value }, 'capacity:disabled', 7)).toEqual(spaces);
});

test('text is trimmed, numbers become text, and missing or empty tags are undefined', () => {
  expect(readText({ name: '  a b ' }, 'name')).toBe('a b');
  expect(readText({ name: 7 }, 'name')).toBe('7');
  expect(readText({ name: '  ' }, 'name')).toBeUndefined();
  expect(readText({ name: null }, 'name')).toBeUndefined();
});

test.each([
  ['Parkhaus Büchel', 'parkhaus-buchel'],
  ['Großer Øre & Æble', 'grosser-ore-aeble'],
  ['P1 — "Zentrum"', 'p1-zentrum'],
  ['駐車場', 'lot'],
  ['x'.repeat(100), 'x'.repeat(80)],
])('the slug of %s', (name, slug) => {
  expect(slugOf(name)).toBe(slug);
});
