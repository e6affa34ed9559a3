import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { ERROR_RESPONSES } from '../../api/reply/error-responses.ts';
import { STATUS_OF } from '../../api/reply/errors.ts';

const page = readFileSync('docs/errors.md', 'utf8');
const sources = globSync('{api,src}/**/*.ts')
  .filter((path) => path !== 'src/kit/errors.ts')
  .map((path) => readFileSync(path, 'utf8'));

/** Of commands that only the owner of the server can run. */
const OF_COMMANDS = [
  ...['checked', 'refused', 'too_many_mails'],
  ...['merged', 'not_distinct', 'not_listed', 'not_merged'],
];
/** The hold that is to be used is over: `hold_` and its status. */
const OF_HOLDS = ['hold_activated', 'hold_canceled', 'hold_expired'];

test('the page has every code with its status', () => {
  const rows = [...page.matchAll(/^\| `([A-Z_]+)` \| (\d+) \|/gm)];
  const told = rows.map(([, code = '', status]) => [code, Number(status)]);
  expect(Object.fromEntries(told)).toEqual(STATUS_OF);
});

test('the page has every status of the document', () => {
  for (const status of Object.keys(ERROR_RESPONSES))
    expect(page).toMatch(new RegExp(`\\b${status}\\b`));
});

test('the page has every reason of a 409, and no other', () => {
  const thrown = sources.flatMap((source) =>
    [...source.matchAll(/\bconflict\(\s*'(\w+)'/g)].map(([, reason = '']) => reason),
  );
  const [, reasons = ''] = page.split('## What 409 says');
  const told = [...reasons.matchAll(/^\| `([a-z_]+)` \|/gm)].map(([, reason = '']) => reason);
  const known = [...new Set([...thrown, ...OF_HOLDS])].filter((one) => !OF_COMMANDS.includes(one));
  expect(told).toEqual(known.toSorted());
  const computed = sources.flatMap((source) => source.match(/\bconflict\((?!\s*')/g) ?? []);
  expect(computed.length, 'the one of OF_HOLDS').toBe(1);
});
