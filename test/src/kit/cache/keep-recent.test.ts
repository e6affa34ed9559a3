import { expect, test } from 'vitest';
import { keepRecentOf, type Recent } from '../../../../src/kit/cache/keep-recent.ts';
import { collectGarbage } from '../../../../src/kit/collect-garbage.ts';
import { untilHolds } from '../../../stage/until-holds.ts';

const COUNT = 50;
const OTHERS = 10 * COUNT;

/** Asks for an object, and sets it where it is not kept. Returns whether it was. */
function use(recent: Recent<object, number>, key: object): boolean {
  const isKept = recent.get(key) !== undefined;
  if (!isKept) recent.set(key, 0);
  return isKept;
}

const objects = (count: number) => Array.from({ length: count }, () => ({}));

test('as many as there is room for are all kept, however often they are asked for', () => {
  const recent = keepRecentOf<object, number>(COUNT);
  const keys = objects(COUNT);
  for (let round = 0; round < 5; round += 1)
    for (const key of keys) expect(use(recent, key)).toBe(round > 0);
});

test('ten times as many take nothing from those that are asked for meanwhile', () => {
  const recent = keepRecentOf<object, number>(COUNT);
  const others = objects(OTHERS);
  const busy = objects(COUNT / 2);
  for (const key of busy) use(recent, key);
  for (let i = 0; i < 5 * OTHERS; i += 1) {
    use(recent, others[i % OTHERS] ?? {});
    expect(use(recent, busy[i % busy.length] ?? {})).toBe(true);
  }
});

test('of ten times as many, at most twice as many as there is room for are kept', () => {
  const recent = keepRecentOf<object, number>(COUNT);
  const keys = objects(OTHERS);
  for (const key of keys) use(recent, key);
  const kept = keys.map((key) => recent.get(key));
  expect(kept.filter((value) => value !== undefined).length).toBeLessThanOrEqual(2 * COUNT);
});

test('what is kept of an object is forgotten with it, however few others there are', async () => {
  const recent = keepRecentOf<object, { of: object }>(COUNT);
  const keep = () => {
    const key = {};
    const value = { of: key };
    recent.set(key, value);
    return { key, value: new WeakRef(value) };
  };
  const inUse = keep();
  const values = Array.from({ length: COUNT / 2 }, () => keep().value);
  await untilHolds(() => {
    collectGarbage();
    expect(values.filter((value) => value.deref() !== undefined)).toEqual([]);
  });
  expect(recent.get(inUse.key)).toBe(inUse.value.deref());
  expect(inUse.value.deref()).toBeDefined();
});
