import { expect, test } from 'vitest';
import { gatherLoads } from '../../../../src/kit/pool/gather-loads.ts';

/** Loads that end when they are told to, in the order in which they began. */
function openLoads(limits?: { keysPerLoad: number }) {
  const begun: { keys: readonly number[]; end: (error?: Error) => void }[] = [];
  const ask = gatherLoads<number>((keys) => {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    begun.push({ keys, end: (error) => (error === undefined ? resolve() : reject(error)) });
    return promise;
  }, limits);
  const asked = () => begun.map(({ keys }) => keys);
  const end = async (i: number, error?: Error) => {
    begun[i]?.end(error);
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { ask, asked, end };
}

test('callers that wait share the next load, and none gets one that began before', async () => {
  const { ask, asked, end } = openLoads();
  const first = ask([1]);
  await end(-1);
  const waiting = [ask([2, 1]), ask([3, 2])];
  expect(asked()).toEqual([[1]]);
  await end(0);
  await first;
  expect(asked()).toEqual([[1], [2, 1, 3]]);
  await end(1);
  await Promise.all(waiting);
});

test('beyond the keys of one load, later callers get one of their own, after it', async () => {
  const { ask, asked, end } = openLoads({ keysPerLoad: 3 });
  const first = ask([1]);
  await end(-1);
  const early = [ask([2, 3]), ask([4, 5])];
  const late = [ask([6]), ask([7])];
  await end(0);
  await first;
  expect(asked()).toEqual([[1], [2, 3, 4, 5]]);
  await end(1);
  await Promise.all(early);
  expect(asked().at(-1)).toEqual([6, 7]);
  await end(2);
  await Promise.all(late);
  const again = ask([8]);
  await end(-1);
  expect(asked().at(-1)).toEqual([8]);
  await end(3);
  await again;
});

test('an error reaches the callers of its load alone', async () => {
  const { ask, end } = openLoads();
  const first = ask([1]);
  await end(-1);
  const second = ask([2]);
  const refused = expect(first).rejects.toThrow('broken');
  await end(0, new Error('broken'));
  await refused;
  await end(1);
  await second;
});
