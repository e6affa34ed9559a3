import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { routes } from '../../api/routes.ts';
import { KeyInput } from '../../api/v1/keys/key-input.ts';
import { figuresByPlan } from '../../src/access/plans/plan-limits.ts';

const TOLD = /^\/api\/v1\/(keys|agents|me|audit)\b/;
const page = readFileSync('docs/keys.md', 'utf8');
const words = page.replaceAll(/\s+/g, ' ');

test('the page has the limits of the program', () => {
  expect(words).toContain(`at most ${figuresByPlan('keys_max')} valid keys`);
});

test('its table has every field of a new key, and no other', () => {
  const fields = [...page.matchAll(/^\| `(\w+)` \|/gm)].map(([, name]) => name);
  const asked = Object.keys(KeyInput.properties).filter((name) => name !== 'name');
  expect(fields.toSorted()).toEqual(asked.toSorted());
});

test('it names every endpoint about keys, agents and the audit log', () => {
  const told = routes.filter(({ path }) => TOLD.test(path));
  for (const { method, path } of told) {
    const isMade = method === 'post' && page.includes(`$BASE${path}`);
    expect(isMade || page.includes(`\`${method.toUpperCase()} ${path}\``), path).toBe(true);
  }
});
