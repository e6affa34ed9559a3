import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { STEPS } from '../../pipelines/refresh.ts';

const tableUnder = (page: string, heading: string) =>
  readFileSync(page, 'utf8')
    .split(`# ${heading}\n`)[1]
    ?.split(/\n##+ /)[0]
    ?.split('\n')
    .filter(isRow) ?? [];
const isRow = (line: string) => line.startsWith('|');

test('the table of wings has every wing of the core, and no other', () => {
  const rooms = readdirSync('src', { withFileTypes: true }).filter((entry) => entry.isDirectory());
  const named = tableUnder('docs/architecture.md', 'Wings of the core').flatMap(
    (row) => /^\| (`[a-z]+`)/.exec(row)?.[1] ?? [],
  );
  expect(named.toSorted()).toEqual(rooms.map(({ name }) => `\`${name}\``).toSorted());
});

test('the table of steps has every step of a refresh, in order', () => {
  const rows = tableUnder('docs/rooms/pipelines.md', 'Exactly once into the warehouse');
  const named = rows.flatMap((row) => row.split('|')[1]?.match(/[a-z]+(?:-[a-z]+)+/g) ?? []);
  expect(named).toEqual(STEPS.map(({ name }) => name).filter((name) => name !== 'check-cluster'));
});
