import { expect, test } from 'vitest';
import { serialise } from '../../../../../src/kit/web/reply/body.ts';
import { hasWrittenMembers, writtenJson } from '../../../../../src/kit/web/reply/written-json.ts';

const PART = { text: 'Straße "1"', numbers: [1.5, -0, null], none: undefined };
const written = writtenJson(JSON.stringify(PART));

test.each([
  { data: written },
  { first: 1, data: written },
  { data: written, last: { at: new Date(0) } },
  { none: undefined, data: written, other: undefined, more: written, 'a "name"': 'x' },
])('a body with members that are written already has the bytes of JSON.stringify', (body) => {
  const whole = Object.fromEntries(
    Object.entries(body).map(([name, value]) => [name, value === written ? PART : value]),
  );
  expect(hasWrittenMembers(body)).toBe(true);
  expect(String(serialise(body, 'application/json'))).toBe(JSON.stringify(whole));
  // What is stored for a repeat of the call.
  expect(JSON.stringify(body)).toBe(JSON.stringify(whole));
});

test('what a caller could send is never taken for written', () => {
  for (const value of [null, [], 'text', { byteLength: 1, toJSON: 1 }, { data: PART }])
    expect(hasWrittenMembers(value)).toBe(false);
});
