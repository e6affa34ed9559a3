import { randomInt } from 'node:crypto';

/** The seed of a randomised test: a new one each run, or HEXLOT_TEST_SEED to repeat one. */
export function seedOfRun(): number {
  return Number(process.env.HEXLOT_TEST_SEED ?? randomInt(2 ** 32));
}

export { createRandom, type Random, randomFrom } from '../src/demo/random.ts';
