import type { Models } from '../../src/stores/warehouse/duckdb/models/models.ts';
import { nameOf, type Statements } from '../../src/stores/warehouse/duckdb/models/statements.ts';

/** The statements that fill these models: of a build also those before them that they need. */
export function statementsOf(
  statements: Statements,
  models: Models,
  names: readonly string[],
): readonly string[] {
  const wanted = names.map((name) => models.pathOf(name));
  const isNamedIn = (name: string) => (other: string) =>
    new RegExp(`\\b${name}\\b`).test(statements.get(other) ?? '');
  const build = models.build.map(({ path }) => path);
  const needed = wanted.filter((path) => !build.includes(path));
  for (const path of build.toReversed())
    if (wanted.includes(path) || needed.some(isNamedIn(nameOf(path)))) needed.unshift(path);
  return needed;
}
