import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readMigrations, statementsOf } from '../../../src/stores/migrations/migration-files.ts';
import { findLongLocks, withoutComments } from './long-locks.ts';

/** Later ones have to let others write meanwhile. */
const LAST_BEFORE = '000067';

test('no new migration makes writers wait as long as a table is large', () => {
  const found = readMigrations()
    .filter(({ name, isOutside }) => !isOutside && name.slice(0, 6) > LAST_BEFORE)
    .flatMap(({ name, text }) => findLongLocks(text).map((statement) => `${name}: ${statement}`));
  expect(found).toEqual([]);
});

test('a statement outside a transaction can be repeated, and changes few rows at a time', () => {
  const found = readMigrations()
    .filter(({ isOutside }) => isOutside)
    .flatMap(({ text }) => statementsOf(text).map(withoutComments))
    .filter(
      (part) =>
        (/^create\b.*\bindex\b/.test(part) && !/\bconcurrently if not exists\b/.test(part)) ||
        (/^(with|insert|update|delete)\b/.test(part) && !/\blimit \d+/.test(part)),
    );
  expect(found).toEqual([]);
});

test.each([
  'create index audit_log_new on audit_log (at);',
  'create unique index lots_new on lots (name);',
  '-- Why.\nupdate sessions set source = null;',
  'update marts.lots_by_cell set x = 1 where y;',
  'delete from events;',
  'alter table events validate constraint events_new;',
  'alter table lots alter column name set not null;',
  'alter table lots add constraint lots_new check (name <> $$x$$);',
])('refused: %s', (statement) => {
  expect(findLongLocks(`create table other (id text);\n${statement}\n`)).toHaveLength(1);
});

test.each([
  'create table other (id text);\ncreate index other_by_id on other (id);',
  'alter table lots add column new integer;',
  'alter table lots add constraint lots_new check (name <> $$x$$) not valid;',
  '-- small: one row\nupdate caller_secret set secret = gen_random_bytes(32);',
  'create function f() returns void language sql as $$\n  update lots set name = 1;\n$$;',
])('let through: %s', (statement) => {
  expect(findLongLocks(`${statement}\n`)).toEqual([]);
});

test('the older migrations have such statements, so the test finds them', () => {
  const text = readFileSync('sql/postgres/migrations/000040_keys_by_api.sql', 'utf8');
  const onAuditLog = findLongLocks(text).filter((found) => found.includes('on audit_log'));
  expect(onAuditLog).toHaveLength(4);
});
