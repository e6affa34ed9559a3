import { statementsOf } from '../../../src/stores/migrations/migration-files.ts';

/** What `findLongLocks` lets pass when a comment right above the statement gives the reason. */
const REASON = /^-- small: \S/m;

const LONG_LOCKS = [
  /^create (?:unique )?index (?!concurrently)(?:if not exists )?\w* ?on ([\w.]+)/,
  /^(?:with\b[\s\S]*?\)\s*)?(?:update|delete from)\s+([\w.]+)/,
  /^alter table ([\w.]+)[\s\S]*\b(?:validate constraint|set not null)\b/,
  /^alter table ([\w.]+)(?![\s\S]*\bnot valid\b)[\s\S]*\badd (?:constraint \w+ )?check\b/,
];

/**
 * The statements of a migration in a transaction for which writers would wait as long as a table is
 * large: an index on a table that the file does not make itself, a change of its rows, and the
 * check of a constraint on all of them.
 */
export function findLongLocks(text: string): string[] {
  const own = new Set([...text.matchAll(/^create table ([\w.]+)/gm)].map(([, table]) => table));
  return statementsOf(text).filter((statement) => {
    const table = longLocked(withoutComments(statement));
    return table !== undefined && !own.has(table) && !REASON.test(statement);
  });
}

export const withoutComments = (statement: string) => statement.replaceAll(/^--.*$/gm, '').trim();

/** The table that a statement looks at as a whole while others wait for it. */
function longLocked(statement: string): string | undefined {
  for (const pattern of LONG_LOCKS) {
    const [, table] = pattern.exec(statement) ?? [];
    if (table !== undefined) return table;
  }
  return undefined;
}
