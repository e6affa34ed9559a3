import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Reading, Tags } from '../../../../../src/kit/osm/values/reading.ts';

/** A row of a table: tags as people write them, and what they must become. */
export type Row = { tags: Tags; currency: string | null; expected: string; source: string };

/** The rows of `NAME.tsv` in a folder. The README beside this file names the sources. */
export function tableRows(name: string, folder = import.meta.dirname): Row[] {
  const lines = readFileSync(join(folder, `${name}.tsv`), 'utf8')
    .trimEnd()
    .split('\n');
  return lines.slice(1).map((line) => {
    const [tags = '', currency = '', expected = '', source = ''] = line.split('\t');
    if (expected === '' || source === '') throw new Error(`${name}.tsv: ${line} is not whole`);
    return { tags: tagsOf(tags), currency: currency === '-' ? null : currency, expected, source };
  });
}

/** `fee=yes & charge=2 EUR/hour` */
function tagsOf(text: string): Tags {
  const pairs = text.split(' & ').flatMap((pair) => {
    const [, key, value] = /^([^=]+)=(.*)$/.exec(pair) ?? [];
    return key === undefined || value === undefined ? [] : [[key, value] as const];
  });
  return Object.fromEntries(pairs);
}

/** What a reader made of a row in the words of the table. */
export function inWords<Value>(reading: Reading<Value>, word: (value: Value) => string): string {
  return reading.kind === 'read' ? word(reading.value) : reading.kind;
}

/**
 * Rows that are read as something else than they mean, apart from those that are merely kept as
 * text: a wrong value is far worse.
 */
export function compare(rows: readonly Row[], read: (row: Row) => string) {
  const differing = rows
    .map((row) => ({ ...row, got: read(row) }))
    .filter(({ got, expected }) => got !== expected);
  const shown = ({ tags, got, expected }: (typeof differing)[number]) =>
    `${JSON.stringify(tags)}: ${got}, not ${expected}`;
  return {
    wrong: differing.filter(({ got }) => got !== 'text').map(shown),
    refused: differing.filter(({ got }) => got === 'text').map(shown),
    kept: rows.filter(({ expected }) => expected === 'text').length,
  };
}

/** One line of the summary that each table prints. */
export function summary(name: string, rows: readonly Row[], result: ReturnType<typeof compare>) {
  const { wrong, refused, kept } = result;
  const forms = `${rows.length} forms, ${kept} of them text`;
  return `${name}: ${forms}; ${wrong.length} wrong, ${refused.length} refused`;
}
