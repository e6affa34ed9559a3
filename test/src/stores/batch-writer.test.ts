import pino from 'pino';
import { expect, test } from 'vitest';
import { createBatchWriter } from '../../../src/stores/batch-writer.ts';

function writerInto(batches: number[][], more: object = {}) {
  return createBatchWriter<number>({
    name: 'test',
    write: async (rows) => {
      batches.push(rows);
      await new Promise((done) => setImmediate(done));
    },
    maxRows: 3,
    maxDelayMs: 0,
    maxBuffered: 100,
    log: pino({ level: 'silent' }),
    ...more,
  });
}

test('every row is written once and in order, in statements of at most the limit', async () => {
  const batches: number[][] = [];
  const writer = writerInto(batches);
  const rows = Array.from({ length: 20 }, (_, index) => index);
  await Promise.all(rows.map((row) => writer.addAndWait(row)));
  expect(batches.flat()).toEqual(rows);
  expect(Math.max(...batches.map((batch) => batch.length))).toBe(3);
});

test('closing writes what is still waiting, and a writer with nothing closes at once', async () => {
  const batches: number[][] = [];
  const writer = writerInto(batches, { maxDelayMs: 60_000 });
  writer.add(1);
  writer.add(2);
  expect(batches).toEqual([]);
  await writer.close();
  expect(batches).toEqual([[1, 2]]);
  await writer.close();
});

test('a writer goes on after it was idle', async () => {
  const batches: number[][] = [];
  const writer = writerInto(batches);
  await writer.addAndWait(1);
  await writer.close();
  await writer.addAndWait(2);
  expect(batches).toEqual([[1], [2]]);
});

test('a caller that waits for a row gets the error of its batch; the next batch is written', async () => {
  const written: number[] = [];
  const writer = writerInto([], {
    write: async (rows: number[]) => {
      if (rows.includes(1)) throw new Error('refused');
      written.push(...rows);
    },
  });
  await expect(writer.addAndWait(1)).rejects.toThrow('refused');
  await writer.addAndWait(2);
  expect(written).toEqual([2]);
});

test('of ten times as many rows as the buffer holds the rest is refused, in two lines of the log', async () => {
  const batches: number[][] = [];
  const lines: { msg: string; droppedCount?: number }[] = [];
  const log = pino({}, { write: (line) => void lines.push(JSON.parse(line)) });
  const held = { maxDelayMs: 60_000, maxRows: 10, maxBuffered: 2, log };
  const writer = writerInto(batches, held);
  for (let row = 0; row < 10 * held.maxBuffered; row += 1) writer.add(row);
  await expect(writer.addAndWait(20)).rejects.toThrow('buffer full');
  expect(lines.map(({ msg }) => msg)).toEqual(['test: buffer full, dropping rows']);
  await writer.close();
  expect(batches).toEqual([[0, 1]]);
  expect(lines.slice(1)).toMatchObject([{ msg: 'test: buffer has room again', droppedCount: 18 }]);
});
