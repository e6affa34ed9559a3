import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { openLotFile } from '../../../src/imports/lots/files/open-lot-file.ts';

const MIB = 1024 * 1024;
const SETTINGS = {
  operatorName: 'Somebody',
  now: new Date('2026-06-01T00:00:00Z'),
  dataLicense: undefined,
  isOsmExportAllowed: undefined,
  availabilityShown: undefined,
  reportsInformOnly: undefined,
};

function* endless(start: string, again: string, mebibytes: number) {
  yield Buffer.from(start);
  const part = Buffer.from(again.repeat(Math.ceil(MIB / again.length)));
  for (let i = 0; i < mebibytes; i += 1) yield part;
}

const opened = (open: () => Iterable<Buffer>) =>
  openLotFile(() => Readable.from(open()), { settings: SETTINGS, map: undefined });

test.each<[string, () => Iterable<Buffer>, RegExp]>([
  [
    'a cell without an end',
    () => endless('name,lat,lng\n', 'a', 300),
    /has a row of more than 65536/,
  ],
  [
    'a quote without an end',
    () => endless('name,lat,lng\n"', 'a\n', 300),
    /has a row of more than/,
  ],
  ['columns without an end', () => endless('', 'a,', 300), /has a row of more than 65536 bytes/],
  [
    'rows without an end',
    () => endless('name,lat,lng\n', 'a,48,2\n', 300),
    /more than 500000 rows/,
  ],
  [
    'long rows without an end',
    () => endless('name,lat,lng\n', `${'ä'.repeat(30_000)},48,2\n`, 700),
    /has more than 268435456 characters/,
  ],
  ['null characters', () => endless('name,lat,lng\n', '\0', 1), /has null characters/],
  [
    'a packed table without an end',
    () => [gzipSync(Buffer.concat([...endless('name,lat,lng\n', 'a,48,2\n', 300)]))],
    /more than 500000 rows/,
  ],
  [
    'JSON lines without an end',
    () => endless('', '{"a":1}\n', 300),
    /has more than 268435456 bytes/,
  ],
])('%s: refused before the memory is full', async (_what, open, message) => {
  const before = process.memoryUsage.rss();
  await expect(opened(open)).rejects.toThrow(message);
  expect(process.memoryUsage.rss() - before).toBeLessThan(2_000 * MIB);
});

test('objects with other members in each row, deep and wide, are read in bounded memory', async () => {
  const rows = Array.from({ length: 5_000 }, (_, i) => ({
    name: `Lot ${i}`,
    lat: 48,
    lng: 2,
    deep: { a: { b: { c: { d: { e: { f: i } } } } } },
    ...Object.fromEntries(Array.from({ length: 50 }, (_, j) => [`key ${i} ${j}`, j])),
  }));
  const bytes = Buffer.from(JSON.stringify(rows));
  const before = process.memoryUsage().heapUsed;
  const { rows: read } = await opened(() => [bytes]);
  expect(read.columns.length).toBe(5_000);
  expect(process.memoryUsage().heapUsed - before).toBeLessThan(500 * MIB);
});
