import { vi } from 'vitest';
import { UNTIL } from './until.ts';

/** Tries until it no longer throws; throws what it threw last after 20 s. */
export const untilHolds = <T>(check: () => T | Promise<T>): Promise<T> => vi.waitFor(check, UNTIL);
