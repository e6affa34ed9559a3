import { expect, test } from 'vitest';
import {
  readCovered,
  readParkingType,
  readParkRide,
  readSupervised,
  readWebsite,
} from '../../../../../src/kit/osm/values/plain-tags.ts';
import { LOT_TYPES } from '../../../../../src/parking/lots/lot-type.ts';
import { compare, inWords, type Row, summary, tableRows } from './table.ts';

const rows = tableRows('plain-tags');

const READERS: Record<string, (row: Row) => string> = {
  type: ({ tags }) => inWords(readParkingType(tags), (type) => type),
  park_ride: ({ tags }) => inWords(readParkRide(tags), String),
  covered: ({ tags }) => inWords(readCovered(tags), String),
  supervised: ({ tags }) => inWords(readSupervised(tags), String),
  website: ({ tags }) => inWords(readWebsite(tags), String),
};

test('the other tags are read as they mean, or kept as text', () => {
  const named = rows.map((row) => {
    const [name = '', expected = ''] = row.expected.split(' ');
    return { ...row, name, expected };
  });
  for (const [name, read] of Object.entries(READERS)) {
    const own = named.filter((row) => row.name === name);
    const result = compare(own, read);
    console.info(summary(name, own, result));
    expect(own.length).toBeGreaterThan(3);
    expect(result.wrong).toEqual([]);
    expect(result.refused).toEqual([]);
  }
});

test('the deprecated values of parking say what they say in other keys', () => {
  expect(readCovered({ parking: 'covered' })).toEqual({ kind: 'read', value: true });
  expect(readParkRide({ parking: 'park_and_ride' })).toEqual({ kind: 'read', value: true });
});

test('every type is one that lots have', () => {
  for (const { tags } of rows) {
    const type = readParkingType(tags);
    if (type.kind === 'read') expect(LOT_TYPES).toContain(type.value);
  }
});
