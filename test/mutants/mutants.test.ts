import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { Mutant } from './mutant.ts';
import { MUTANTS } from './mutants.ts';
import { mutate } from './trial.ts';

/** What migrations define and files of definitions define again: a bug there changes nothing. */
const DEFINITIONS = [
  /^create (or replace )?((constraint )?trigger|view)\b[^;]*;/gm,
  /^create (or replace )?function\b.*?\$\$.*?\$\$[^;]*;/gms,
];

function isRedefined({ file, find }: Mutant): boolean {
  if (!file.startsWith('sql/postgres/migrations/')) return false;
  const text = readFileSync(file, 'utf8');
  return !DEFINITIONS.reduce((rest, one) => rest.replaceAll(one, ''), text).includes(find);
}

test('every planted bug has exactly one place in the code, and its tests exist', async () => {
  for (const mutant of MUTANTS) await mutate(mutant, '.');
  expect(MUTANTS.flatMap(({ tests }) => tests).filter((path) => !existsSync(path))).toEqual([]);
});

test('every planted bug has a name of its own, which can be that of a folder', () => {
  const names = MUTANTS.map(({ name }) => name);
  expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
  expect(names.filter((name) => !/^[a-z0-9-]+$/.test(name))).toEqual([]);
});

test('no bug is planted in a definition of a migration, which is written again later', () => {
  expect(MUTANTS.filter(isRedefined).map(({ name, file }) => `${name} in ${file}`)).toEqual([]);
});
