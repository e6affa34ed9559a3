import { randomInt } from 'node:crypto';
import { isFull } from './size.ts';

/** The seed of a randomised test: a new one each run, or HEXLOT_TEST_SEED to repeat one. */
export function seedOfRun(): number {
  return Number(process.env.HEXLOT_TEST_SEED ?? randomInt(2 ** 32));
}

/** Of many similar cases one in so many is tried, others in each run. */
const PARTS = isFull ? 1 : 6;

/** A part of many similar cases, or all of them at full size. Never none. */
export function partOf<T>(cases: readonly T[], random: () => number, parts = PARTS): T[] {
  const first = Math.floor(random() * Math.min(parts, cases.length));
  return cases.filter((_, at) => at % parts === first);
}

export { createRandom, type Random, randomFrom } from '../../src/demo/random.ts';
