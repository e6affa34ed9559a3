import { gridDisk } from 'h3-js';
import { newId } from '../../../src/access/ids.ts';
import { newUuid } from '../../../src/kit/uuid.ts';
import { readStatements } from '../../../src/stores/warehouse/duckdb/models/statements.ts';
import type { TestDatabase } from '../../stage/database.ts';

// Breaks rows in every way that a member, a column or its type allows. Made from the tables and
// from rows that are sound, not from a list.

type Sql = Pick<TestDatabase, 'sql'>;
type Json = null | boolean | number | string | Json[] | { [member: string]: Json };
export type AuditRow = {
  action: string;
  entity_id: string | null;
  livemode: boolean | null;
  at: string;
  diff: Json;
};

/** The actions that any staging view reads, as its statement spells them. */
export function stagedActions(): string[] {
  const views = [...readStatements()].filter(([path]) => path.startsWith('2_staging/stg_'));
  const texts = views.flatMap(([, text]) => [...text.matchAll(/action (?:=|in) [^\n]+/g)]);
  const named = texts.flatMap(([text]) => [...text.matchAll(/'([a-z]+\.[a-z]+)'/g)]);
  return [...new Set(named.map(([, action = '']) => action))].sort();
}

/** What stands in place of a member: none of these is what it was. */
const WAYS: readonly (readonly [way: string, value: Json | undefined])[] = [
  ['missing', undefined],
  ['null', null],
  ['text', 'nonsense'],
  ['empty', ''],
  ['object', { nonsense: 1 }],
  ['list', [1]],
  ['negative', -1e15],
  ['huge', 1e30],
  ['infinite', 'infinity'],
  ['far', '9999-12-31T00:00:00+00:00'],
];

/** The names of all members of an object and of the objects in it, as paths. */
function pathsOf(value: Json | undefined, path: string[] = []): string[][] {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return [];
  return Object.entries(value).flatMap(([member, inner]) => [
    [...path, member],
    ...pathsOf(inner, [...path, member]),
  ]);
}

function replaced(value: Json, [member = '', ...rest]: string[], by: Json | undefined): Json {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return value;
  const { [member]: inner = null, ...others } = value;
  if (rest.length > 0) return { ...others, [member]: replaced(inner, rest, by) };
  return by === undefined ? others : { ...others, [member]: by };
}

export type Broken<Row> = { member: string; way: string; row: Row };

/** Copies of a sound audit row with an entity of their own, each with one thing broken. */
export function breakAudit(sound: AuditRow, members: readonly string[]): Broken<AuditRow>[] {
  const idOf = () => {
    if (sound.action.startsWith('lot.')) return newUuid();
    return newId(sound.action.startsWith('hold.') ? 'hold' : 'ses');
  };
  const broken = (member: string, way: string, change: Partial<AuditRow>) => ({
    ...{ member, way },
    row: { ...sound, entity_id: idOf(), ...change },
  });
  const after = (sound.diff as { after: Json }).after;
  return [
    broken('entity_id', 'null', { entity_id: null }),
    broken('entity_id', 'empty', { entity_id: '' }),
    broken('entity_id', 'text', { entity_id: `nonsense ${newUuid()}` }),
    broken('livemode', 'null', { livemode: null }),
    broken('at', 'infinite', { at: 'infinity' }),
    broken('at', 'far', { at: '9999-12-31T00:00:00+00:00' }),
    ...[null, 5, [], {}, { after: null }, { after: 'nonsense' }].map((diff) =>
      broken('diff', JSON.stringify(diff), { diff }),
    ),
    ...pathsOf(after)
      .filter((path) => members.includes(path.at(-1) ?? ''))
      .flatMap((path) => [
        ...WAYS.map(([way, value]) =>
          broken(path.join('.'), way, { diff: { after: replaced(after, path, value) } }),
        ),
        broken(path.join('.'), 'fraction', {
          diff: { after: replaced(after, path, `${valueAt(after, path)}.5`) },
        }),
      ]),
  ];
}

function valueAt(value: Json, path: readonly string[]): string {
  const found = path.reduce<Json | undefined>(
    (inner, member) => (inner as Record<string, Json>)?.[member],
    value,
  );
  return String(found);
}

/** The words of the staging views, in which every member that they read is named. */
export function stagedMembers(): string[] {
  const texts = [...readStatements()].filter(([path]) => path.startsWith('2_staging/'));
  return [...new Set(texts.flatMap(([, text]) => text.match(/\w+/g) ?? []))];
}

export async function insertAudit(database: Sql, rows: readonly AuditRow[]): Promise<string[]> {
  const inserted = await database.sql<{ audit_id: string }>(
    `insert into audit_log (at, actor_type, actor_id, livemode, action, entity_id, diff)
     select at, 'system', 'test', livemode, action, entity_id, diff
     from jsonb_to_recordset($1) as row (
       at timestamptz, livemode boolean, action text, entity_id text, diff jsonb)
     returning audit_id::text as audit_id`,
    [JSON.stringify(rows)],
  );
  return inserted.map(({ audit_id }) => audit_id);
}

const WAYS_OF_TYPE: Record<string, readonly (readonly [way: string, value: string | null])[]> = {
  boolean: [['null', null]],
  smallint: numbers('32767'),
  integer: numbers('2147483647'),
  bigint: numbers('9223372036854775807'),
  'double precision': [
    ['null', null],
    ['not a number', 'NaN'],
    ['infinite', 'Infinity'],
    ['huge', '1e300'],
  ],
  text: [
    ['null', null],
    ['empty', ''],
    ['text', 'nonsense'],
  ],
  uuid: [['null', null]],
  date: dates(),
  'timestamp with time zone': dates(),
};

function numbers(largest: string) {
  return [
    ['null', null],
    ['negative', '-1'],
    ['huge', largest],
  ] as const;
}

function dates() {
  return [
    ['null', null],
    ['infinite', 'infinity'],
    ['before all', '-infinity'],
    ['before Christ', '0044-03-15 BC'],
    ['far', '9999-12-31'],
  ] as const;
}

/**
 * Takes away what PostgreSQL itself would say of rows of this table, so that they can be there, and
 * can be changed.
 */
export async function dropConstraints(database: Sql, table: string): Promise<void> {
  const rules = await database.sql<{ name: string }>(
    `select conname as name from pg_constraint
     where conrelid = $1::regclass and contype = 'c' and conislocal`,
    [table],
  );
  const needed = (await columnsOf(database, table)).filter(({ isPosition }) => !isPosition);
  // In one statement: each is done in all partitions.
  const changes = [
    'disable trigger user',
    ...rules.map(({ name }) => `drop constraint ${name}`),
    ...needed.map(({ name }) => `alter column ${name} drop not null`),
  ];
  await database.sql(`alter table ${table} ${changes}`);
}

/** `isPosition`: says where the row is, and nothing of what it is about. */
async function columnsOf(database: Sql, table: string) {
  return database.sql<{ name: string; type: string; isPosition: boolean }>(
    `select column_name as name, data_type as type,
       is_identity = 'YES' or column_name in ('tx', 'logged_at') as "isPosition"
     from information_schema.columns
     where table_name = $1 and table_schema = 'public' order by ordinal_position`,
    [table],
  );
}

/**
 * Adds copies of the last row of a table, each with one column broken in one way that its type
 * allows. What must be unique in the table is another value in each. The constraints of the table
 * must have been dropped.
 */
export async function addBrokenRows(database: Sql, table: string): Promise<Broken<string>[]> {
  const all = await columnsOf(database, table);
  const columns = all.filter(({ isPosition }) => !isPosition);
  const id = all.find(({ name, isPosition }) => isPosition && name.endsWith('_id'))?.name ?? '';
  const [sound = {}] = await database.sql<Record<string, unknown>>(
    `select ${columns.map(({ name }) => `${name}::text`)} from ${table}
     order by ${table}.tx desc, ${table}.${id} desc limit 1`,
  );
  const unique = await uniqueColumns(database, table);
  const broken: Broken<string>[] = [];
  for (const { name, type } of columns)
    for (const [way, value] of WAYS_OF_TYPE[type] ?? []) {
      const fresh = Object.fromEntries(
        columns
          .filter((column) => unique.includes(column.name))
          .map((column) => [column.name, freshValue(column, sound, broken.length + 1)]),
      );
      const row: Record<string, unknown> = { ...sound, ...fresh, [name]: value };
      const [added] = await database.sql<{ id: string }>(
        `insert into ${table} (${columns.map((column) => column.name)})
         values (${columns.map(({ type }, i) => `$${i + 1}::${type}`)})
         returning ${id}::text as id`,
        columns.map((column) => row[column.name]),
      );
      broken.push({ member: name, way, row: added?.id ?? '' });
    }
  return broken;
}

async function uniqueColumns(database: Sql, table: string): Promise<string[]> {
  const rows = await database.sql<{ name: string }>(
    `select attname::text as name from pg_constraint
     join pg_attribute on attrelid = conrelid and attnum = any(conkey)
     where conrelid = $1::regclass and contype = 'u'`,
    [table],
  );
  return rows.map(({ name }) => name);
}

/** Of cells around one: at resolution 9, some 20 km. */
const RINGS = 60;
const around = new Map<unknown, string[]>();

/** Computed once: that of many rows takes seconds. */
function cellsAround(cell: unknown): string[] {
  const found = around.get(cell) ?? gridDisk(BigInt(String(cell)).toString(16), RINGS);
  around.set(cell, found);
  return found;
}

/** Another value than those of all other rows, where the type has many. */
function freshValue(
  { name, type }: { name: string; type: string },
  sound: Record<string, unknown>,
  number: number,
): unknown {
  if (name === 'cell') {
    // Cells of the outermost ring, so far away that there are no lots.
    return BigInt(`0x${cellsAround(sound.cell).at(-number)}`).toString();
  }
  if (type === 'bigint') return String(1_000_000 + number);
  return type === 'text' && name !== 'kind' && name !== 'country' ? `fresh ${number}` : sound[name];
}
