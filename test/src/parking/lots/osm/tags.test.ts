import { expect, test } from 'vitest';
import { readText } from '../../../../../src/parking/lots/osm/tags.ts';
import { slugOf } from '../../../../../src/parking/lots/write/slug.ts';

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
