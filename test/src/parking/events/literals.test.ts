import { readdirSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { AUDIT_ACTIONS } from '../../../../src/access/audit/audit-actions.ts';
import { EVENTS, type EventType } from '../../../../src/parking/events/event-data.ts';
import { openTestDatabase, type TestDatabase } from '../../../stage/database.ts';

const QUERIES = 'sql/postgres/queries';
const NOUNS = new Set(
  [...Object.keys(EVENTS), ...Object.keys(AUDIT_ACTIONS)].map((name) => name.split('.')[0]),
);

/** The statements, and the functions of the database that write beside them. */
const SOURCES = [
  ...readdirSync(QUERIES).map((file) => ({
    file,
    sql: readFileSync(`${QUERIES}/${file}`, 'utf8'),
  })),
  { file: 'schema.sql', sql: readFileSync('sql/postgres/schema.sql', 'utf8') },
];

/** The part of a statement from `insert into <table>` to the end of that query. */
function insertsInto(table: string): { file: string; text: string }[] {
  return SOURCES.flatMap(({ file, sql }) =>
    [...sql.matchAll(new RegExp(`insert into ${table}\\s[\\s\\S]*?(?=\\n\\)|;\\n|$)`, 'g'))].map(
      ([text]) => ({ file, text }),
    ),
  );
}

/** The names of types and actions in a statement. */
const namesIn = (text: string) =>
  [...text.matchAll(/'([a-z_]+\.[a-z_]+)'/g)]
    .map(([, name = '']) => name)
    .filter((name) => NOUNS.has(name.split('.')[0] ?? ''));

let database: TestDatabase;

beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.drop());

test('every event that is declared is written by SQL, and no other', () => {
  const inserts = insertsInto('events');
  for (const { file, text } of inserts) expect(namesIn(text), file).not.toEqual([]);
  const written = new Set(inserts.flatMap(({ text }) => namesIn(text)));
  expect([...written].sort()).toEqual(Object.keys(EVENTS).sort());
});

test('every audit action that is declared is written by a statement, and no other', () => {
  expect(insertsInto('audit_log')).toEqual([]);
  const inserts = insertsInto('audit_rows');
  const written = inserts.flatMap(({ file, text }) => {
    // This statement takes them from a list of steps above.
    const names = namesIn(
      file === 'demo_stays_insert.sql' ? readFileSync(`${QUERIES}/${file}`, 'utf8') : text,
    );
    expect(names, file).not.toEqual([]);
    return names;
  });
  expect([...new Set(written)].sort()).toEqual(Object.keys(AUDIT_ACTIONS).sort());
});

test('every name of an event or an action in a statement is declared', () => {
  const declared = [...Object.keys(EVENTS), ...Object.keys(AUDIT_ACTIONS)];
  for (const file of readdirSync(QUERIES)) {
    const spelled = namesIn(readFileSync(`${QUERIES}/${file}`, 'utf8'));
    expect(declared, file).toEqual(expect.arrayContaining(spelled));
  }
});

test('the database takes the events that are declared, and no other', async () => {
  const [check] = await database.sql<{ text: string }>(
    `select pg_get_constraintdef(oid) as text from pg_constraint
     where conname = 'events_type_check'`,
  );
  expect(namesIn(check?.text ?? '').sort()).toEqual(Object.keys(EVENTS).sort());
});

test('each payload is written with the version of its declared shape', async () => {
  const defaults = await database.sql<{ version: string }>(
    `select distinct column_default as version from information_schema.columns
     where table_name in ('events', 'audit_log') and column_name = 'version'`,
  );
  expect(defaults).toEqual([{ version: '1' }]);
  for (const { file, text } of insertsInto('events'))
    for (const type of namesIn(text)) {
      const [, said = '1'] =
        new RegExp(`\\(type, version, [^)]*\\)\\s+select '${type}', (\\d+)`).exec(text) ?? [];
      expect([type, Number(said)], file).toEqual([type, EVENTS[type as EventType].version]);
    }
  expect(insertsInto('audit_rows').filter(({ text }) => /\bversion\b/.test(text))).toEqual([]);
  const versions = Object.values(AUDIT_ACTIONS).map(({ version }) => version);
  expect(new Set(versions)).toEqual(new Set([1]));
});
