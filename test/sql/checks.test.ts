import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestDatabase, type TestDatabase } from '../stage/database.ts';
import { randomFrom, seedOfRun } from '../stage/random.ts';

/** Tables that each stay writes. */
const HOT = ['lots', 'sessions'];
/** It calls a single short one. */
const SHORT = 'lots_reported';
/** Of a CHECK as PostgreSQL keeps it, and reads it again for each statement. */
const BYTES_MAX = 5_000;
const VALUES = 20_000;

const seed = seedOfRun();
const random = randomFrom(seed);
const pick = <T>(items: readonly T[]): T => items[Math.floor(random() * items.length)] as T;
const maybe = (text: string) => (random() < 0.1 ? null : text);

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.drop());

test('no CHECK of a table that each stay writes is long, or has a function that is planned again', async () => {
  const slow = await database.sql(
    `select conname from pg_constraint
     where contype = 'c' and conrelid = any($1::regclass[]) and conname <> $3 and (
       length(conbin::text) > $2 or exists (
         select from pg_depend
         join pg_proc on pg_proc.oid = refobjid
         join pg_language on pg_language.oid = prolang
         where objid = pg_constraint.oid and refclassid = 'pg_proc'::regclass
           and lanname = 'sql'))`,
    [HOT, BYTES_MAX, SHORT],
  );
  expect(slow).toEqual([]);
});

/** Values as texts, the function that allows them, and the condition that it stands for. */
const KINDS: Record<string, { types: string[]; of: string; means: string; next: Next }> = {
  thresholds: {
    types: ['smallint[]'],
    of: 'are_thresholds(a)',
    means: `cardinality(a) = coalesce(array_length(a, 1), 0) and cardinality(a) <= 5
      and coalesce(array_lower(a, 1), 1) = 1 and array_position(a, null) is null
      and a[1] >= 1 and a[1] < coalesce(a[2], 101) and a[2] < coalesce(a[3], 101)
      and a[3] < coalesce(a[4], 101) and a[4] < coalesce(a[5], 101)
      and a[cardinality(a)] <= 100`,
    next: () => [randomThresholds()],
  },
  place: {
    types: ['float8', 'float8'],
    of: 'is_place(a, b)',
    means: 'is_degrees(a, 90) and is_degrees(b, 180)',
    next: () => [maybe(randomDegrees(90)), maybe(randomDegrees(180))],
  },
  instants: {
    types: ['timestamptz', 'timestamptz', 'timestamptz'],
    of: 'are_usable(a, b, c)',
    means: 'is_usable(a) and is_usable(b) and is_usable(c)',
    next: () => [maybe(randomInstant()), maybe(randomInstant()), maybe(randomInstant())],
  },
  rates: {
    types: ['jsonb'],
    of: 'has_usable_rates(a)',
    means: `not a @? '$.**?(@ < 0 || @ > 10000000000)'
      and not a @? '$.**."multiplier_pct"?(@ < 10 || @ > 1000)'`,
    next: () => [maybe(JSON.stringify(randomRates()))],
  },
};
type Next = () => (string | null)[];

test.each(Object.entries(KINDS))(
  `a function allows the same %s as its condition (seed ${seed})`,
  async (_, { types, of, means, next }) => {
    const rows = Array.from({ length: VALUES }, next);
    const names = ['a', 'b', 'c'].slice(0, types.length);
    const columns = types.map((_type, i) => rows.map((row) => row[i]));
    const casts = names.map((name, i) => `${name}::${types[i]} as ${name}`);
    const counts = await database.sql<{ is_same: boolean; is_allowed: boolean | null }>(
      `select ${of} is not distinct from (${means}) as is_same, (${means}) as is_allowed,
         count(*)::integer
       from (select ${casts.join(', ')} from unnest(${names.map((_n, i) => `$${i + 1}::text[]`)})
         as texts (${names.join(', ')})) as given
       group by 1, 2`,
      columns,
    );
    expect(counts.filter(({ is_same }) => is_same !== true)).toEqual([]);
    // Some are allowed, and some are not.
    const allowed = new Set(counts.map(({ is_allowed }) => is_allowed));
    expect([allowed.has(true), allowed.has(false)]).toEqual([true, true]);
  },
);

function randomThresholds(): string | null {
  const list = Array.from({ length: Math.floor(7 * random()) }, () =>
    random() < 0.05 ? 'null' : String(Math.floor(104 * random() - 1)),
  );
  const sorted = random() < 0.8 ? list.sort((x, y) => Number(x) - Number(y)) : list;
  const shown = `{${sorted.join(',')}}`;
  if (random() < 0.05) return null;
  // Of one element, neither of the two can tell.
  if (random() < 0.05 && list.length > 1) return `{${shown}}`;
  return random() < 0.05 && list.length > 0 ? `[2:${list.length + 1}]=${shown}` : shown;
}

function randomDegrees(most: number): string {
  const degrees = 2.4 * most * (random() - 0.5);
  return pick([String(degrees), degrees.toFixed(7), degrees.toFixed(3), 'NaN', 'Infinity', '-0']);
}

function randomInstant(): string {
  const year = Math.floor(1960 + 250 * random());
  const edges = ['1970-01-01 00:00:00+00', '2200-01-01 00:00:00+00', 'infinity', '-infinity'];
  return random() < 0.2 ? pick(edges) : `${year}-06-01 12:00:00+00`;
}

function randomRates(): unknown {
  const amount = () => pick([0, 350, -1, 1e10, 1e10 + 1, 99.5, null, 'free']);
  const one = () => ({ rate_minor: amount(), multiplier_pct: pick([10, 1_000, 9, 1_001, 150]) });
  return pick([[], [one()], [one(), { nested: [one()] }], { rate_minor: amount() }, amount()]);
}
