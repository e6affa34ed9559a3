import { expect, test } from 'vitest';
import { plainName } from '../../../../src/kit/places/plain-name.ts';

test.each([
  ['San Diego', 'san diego'],
  ['  SAN--DIEGO! ', 'san diego'],
  ['Zürich', 'zurich'],
  ['Tromsø', 'tromso'],
  ['Łódź', 'lodz'],
  ['Gießen', 'giessen'],
  ['İzmir', 'izmir'],
  ['Saint-Étienne', 'st etienne'],
  ['St. John’s', 'st johns'],
  ['Washington, D.C.', 'washington dc'],
  ['U.S.A.', 'usa'],
  ['Trinidad & Tobago', 'trinidad and tobago'],
  ['Москва', 'москва'],
  ['東京', '東京'],
  ['🅿️ !', ''],
])('%j has the plain name %j', (name, plain) => {
  expect(plainName(name)).toBe(plain);
  expect(plainName(plain)).toBe(plain);
});
