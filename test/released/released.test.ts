import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { deprecationLines } from '../../api/document/deprecation-lines.ts';
import { routes } from '../../api/routes.ts';
import { API_V2_VERSION, API_VERSION } from '../../api/version.ts';
import { isObject } from '../../src/kit/is-object.ts';
import { deprecatedOperations } from '../api/reply/deprecated-operations.ts';
import { ACCEPTED } from './accepted.ts';
import { describedNow } from './described-now.ts';
import { allBreakingChanges, breakingChanges, keptOf } from './kept.ts';

// Within a major version the API and its events are only added to.

const now = new Date();

test('no change since the last release breaks a program that was written for it', () => {
  expect(breakingChanges(now)).toEqual([]);
});

test('every change that was accepted all the same is there, and has a reason', () => {
  expect(allBreakingChanges(now)).toEqual(expect.arrayContaining(Object.keys(ACCEPTED)));
  for (const reason of Object.values(ACCEPTED)) expect(reason.length).toBeGreaterThan(20);
});

test('the last release of each interface is kept, and of its major version', () => {
  for (const name of Object.keys(describedNow())) expect(keptOf(name), name).toBeDefined();
  const majors = ['openapi-1', 'openapi-2'].map((name) => {
    const info = keptOf(name)?.info;
    return isObject(info) ? String(info.version).split('.')[0] : undefined;
  });
  expect(majors).toEqual([API_VERSION, API_V2_VERSION].map((version) => version.split('.')[0]));
  expect(majors).toEqual(['1', '2']);
  const page = readFileSync('docs/versioning.md', 'utf8');
  for (const version of [API_VERSION, API_V2_VERSION]) expect(page).toContain(`| ${version} |`);
});

const changelog = readFileSync('CHANGELOG.md', 'utf8').replaceAll(/\s+/g, ' ');
/** The lines of what will go that a changelog does not have. */
const missingIn = (text: string, operations: typeof routes) =>
  deprecationLines(operations)
    .map((line) => `- \`${line.call}\`: ${line.text}`)
    .filter((line) => !text.includes(line));

test('the changelog has the line of everything that will go', () => {
  expect(missingIn(changelog, routes)).toEqual([]);
  const lines = missingIn(changelog, deprecatedOperations);
  expect(lines.length).toBeGreaterThan(deprecatedOperations.length);
  expect(missingIn(lines.join(' '), deprecatedOperations)).toEqual([]);
});

test('what replaces an operation is there, and so is the page about it', () => {
  const paths = routes.map(({ path }) => path as string);
  for (const { deprecated } of routes)
    if (deprecated?.successor !== undefined) expect(paths).toContain(deprecated.successor);
  for (const { docs } of deprecationLines(routes))
    expect(readFileSync(`.${docs.split('#')[0]}`, 'utf8')).not.toBe('');
});
