import { expect, test } from 'vitest';
import { createPlaces } from '../../../api/access/places.ts';

const newPlaces = () => createPlaces({ what: 'maps', countMax: 5, countMaxPerCaller: 2 });

const refusal = (message: RegExp) =>
  expect.objectContaining({
    code: 'INTERNAL',
    status: 503,
    headers: { 'Retry-After': '1' },
    message: expect.stringMatching(message),
  });

test('each caller has its own number of places', () => {
  const places = newPlaces();
  const [first] = [places.take('192.0.2.1'), places.take('192.0.2.1')];
  expect(() => places.take('192.0.2.1')).toThrow(refusal(/^2 maps are on their way to you/));
  places.take('192.0.2.2');
  first?.();
  places.take('192.0.2.1');
  expect(() => places.take('192.0.2.1')).toThrow(refusal(/to you/));
});

test('all callers together have a limited number of places', () => {
  const places = newPlaces();
  const leave = [1, 2, 3, 4, 5].map((n) => places.take(`192.0.2.${n}`));
  expect(() => places.take('192.0.2.6')).toThrow(refusal(/^too many maps/));
  leave[2]?.();
  places.take('192.0.2.6');
  expect(() => places.take('192.0.2.7')).toThrow(refusal(/^too many maps/));
});

test('freeing a place twice frees it once', () => {
  const places = newPlaces();
  const leave = places.take('192.0.2.1');
  leave();
  leave();
  places.take('192.0.2.1');
  places.take('192.0.2.1');
  expect(() => places.take('192.0.2.1')).toThrow(refusal(/to you/));
});

test('IPv6 callers are counted by their /64', () => {
  const places = newPlaces();
  places.take('2001:db8:1:2::1');
  places.take('2001:db8:1:2::2');
  expect(() => places.take('2001:db8:1:2::3')).toThrow(refusal(/to you/));
  places.take('2001:db8:1:3::1');
});

test('networks of one IPv6 site have four times the places of one caller', () => {
  const places = createPlaces({ what: 'maps', countMax: 20, countMaxPerCaller: 2 });
  const leave = Array.from({ length: 8 }, (_, index) => places.take(`2001:db8:1:${index}::1`));
  expect(() => places.take('2001:db8:1:9::1')).toThrow(refusal(/^8 maps are on their way to you/));
  places.take('2001:db8:2:9::1');
  leave[0]?.();
  places.take('2001:db8:1:9::1');
});
