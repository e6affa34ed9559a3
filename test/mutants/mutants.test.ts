import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { MUTANTS } from './mutants.ts';
import { mutate } from './trial.ts';

test('every planted bug has exactly one place in the code, and its tests exist', async () => {
  for (const mutant of MUTANTS) await mutate(mutant, '.');
  expect(MUTANTS.flatMap(({ tests }) => tests).filter((path) => !existsSync(path))).toEqual([]);
});
