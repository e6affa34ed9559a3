import { globSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { expect, test } from 'vitest';
import { OPENING_HOURS_LENGTH_MAX } from '../../src/kit/hours/hours-bounds.ts';
import { VEHICLES_MAX } from '../../src/parking/fleets/dispatch.ts';
import {
  HELD_SPACES_MAX,
  HOLD_AHEAD_DAYS_MAX,
  HOLD_HOURS_MAX,
  IDLE_HOURS_MAX,
} from '../../src/parking/holds/hold.ts';
import { REHEARSALS } from '../../src/parking/payments/rehearsals.ts';
import {
  EXTENSION_MINUTES_MAX,
  EXTENSION_STEP_MINUTES,
} from '../../src/parking/sessions/extend-session.ts';
import { DURATION_HOURS_MAX } from '../../src/parking/sessions/stay-end.ts';
import { QUOTE_AHEAD_DAYS_MAX } from '../../src/tariffs/quotes.ts';

const read = (path: string) => readFileSync(path, 'utf8').replaceAll(/\s+/g, ' ');
const rooms = globSync('docs/rooms/*.md');
const promises = rooms.map((path) => read(path).split('## Why it is so')[0]).join(' ');

test('each room says what it promises, why it is so, and its files in order', () => {
  expect(rooms.length).toBeGreaterThan(20);
  for (const path of rooms) {
    const parts = [...readFileSync(path, 'utf8').matchAll(/^## (.*)$/gm)].map(([, part]) => part);
    expect(parts, path).toEqual(['What it promises', 'Why it is so', 'Its files, in order']);
  }
});

test('the index lists every room', () => {
  for (const path of rooms) {
    const target = path.slice('docs/'.length);
    expect(read('docs/index.md'), path).toContain(`](${target})`);
  }
});

test('the index names the room of every folder of the core', () => {
  const index = read('docs/index.md').split('## Rooms')[1] ?? '';
  const named = [...index.matchAll(/`(src\/[^`]*)`/g)].map(([, folder]) => folder);
  const folders = globSync('src/*/*/').map((path) => path.replace(/\/$/, ''));
  expect(folders.length).toBeGreaterThan(40);
  const isNamed = (path: string) => named.includes(path) || named.includes(dirname(path));
  expect(folders.filter((path) => !isNamed(path))).toEqual([]);
});

test('the pages name every plate that rehearses a failed payment', () => {
  for (const prefix of REHEARSALS) expect(promises).toContain(`\`${prefix}\``);
});

test.each([
  `\`duration_hours\` says (at most ${DURATION_HOURS_MAX})`,
  `in steps of ${EXTENSION_STEP_MINUTES} minutes, by ${EXTENSION_MINUTES_MAX / 60} hours in total`,
  `at most ${HOLD_HOURS_MAX} hours long and begins at most ${HOLD_AHEAD_DAYS_MAX} days ahead`,
  `keep them empty for ${IDLE_HOURS_MAX} hours`,
  `an operator holds at most ${HELD_SPACES_MAX} spaces`,
  `One for a \`starts_at\` (up to ${QUOTE_AHEAD_DAYS_MAX} days ahead)`,
  `at most ${OPENING_HOURS_LENGTH_MAX} characters`,
])('a figure of the pages is the one in the code: %s', (promise) => {
  expect(promises).toContain(promise);
});

test('the index has the largest number of vehicles in a dispatch', () => {
  expect(read('docs/index.md')).toContain(`a space for each of up to ${VEHICLES_MAX} vehicles`);
});
