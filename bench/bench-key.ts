import type { WrappingKeys } from '../src/stores/plates/open-plates.ts';

const KEY_BYTES = 32;

const KEY = Buffer.alloc(KEY_BYTES, 'bench');

/** For the processes of one measurement, whose database is gone after it. */
export function benchKey(): WrappingKeys {
  return { name: 'bench', read: async () => [KEY] };
}

/** The same for commands. */
export const BENCH_KEY_SETTING = { HEXLOT_PLATE_KEY: KEY.toString('base64') };
