import { expect, test } from 'vitest';
import { keepRecent, keepRecentOf, type Recent } from '../../../../src/kit/cache/keep-recent.ts';
import { collectGarbage } from '../../../../src/kit/collect-garbage.ts';
import { untilHolds } from '../../../stage/until-holds.ts';

const COUNT = 50;
const OTHERS = 10 * COUNT;

/** Asks for a key, and sets it where it is not kept. Returns whether it was. */
function use(recent: Recent<string, number>, key: string): boolean {
  const isKept = recent.get(key) !== undefined;
  if (!isKept) recent.set(key, 0);
  return isKept;
}

test('as many as there is room for are all kept, however often they are asked for', () => {
  const recent = keepRecent<string, number>(COUNT);
  for (let round = 0; round < 5; round += 1)
    for (let i = 0; i < COUNT; i += 1) expect(use(recent, `${i}`)).toBe(round > 0);
});

test('ten times as many take nothing from those that are asked for meanwhile', () => {
  const recent = keepRecent<string, number>(COUNT);
  const busy = Array.from({ length: COUNT / 2 }, (_, i) => `busy ${i}`);
  for (const key of busy) use(recent, key);
  for (let i = 0; i < 5 * OTHERS; i += 1) {
    use(recent, `other ${i % OTHERS}`);
    expect(use(recent, busy[i % busy.length] ?? '')).toBe(true);
  }
});

test('of ten times as many, at most twice as many as there is room for are kept', () => {
  const recent = keepRecent<string, number>(COUNT);
  for (let i = 0; i < OTHERS; i += 1) use(recent, `${i}`);
  const kept = Array.from({ length: OTHERS }, (_, i) => recent.get(`${i}`));
  expect(kept.filter((value) => value !== undefined).length).toBeLessThanOrEqual(2 * COUNT);
  recent.clear();
  expect(recent.get(`${OTHERS - 1}`)).toBeUndefined();
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
