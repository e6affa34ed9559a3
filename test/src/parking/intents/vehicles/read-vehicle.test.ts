import { expect, test } from 'vitest';
import { readHeight, readKind } from '../../../../../src/parking/intents/vehicles/read-vehicle.ts';

test.each([
  ['my pickup', 'truck'],
  ['pickup complete', null],
  ['two shuttles', 'bus'],
  ['a transit van', 'van'],
  ['near the transit station', null],
  ['at the car park', null],
])('a kind of vehicle is read only where a vehicle is meant: %s', (text, kind) => {
  expect(readKind(text).vehicle.kind).toBe(kind);
});

test.each([
  ['2.1 m', 210],
  ['2m20 tall', 220],
  ['10 foot 6 tall', 320],
  ['13ft 2in', 401],
  ['height: 2.45', 245],
  ['210 cm', 210],
  ['1.5 m tall, with the box 2.1 m high', 210],
  ['12 m long', null],
  ['60 cm', null],
])('a height is in centimetres, and an impossible one is ignored: %s', (text, heightCm) => {
  expect(readHeight(text).heightCm).toBe(heightCm);
});
