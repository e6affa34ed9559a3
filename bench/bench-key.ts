import type { WrappingKeys } from '../src/stores/plates/open-plates.ts';

const KEY_BYTES = 32;

/** For the processes of one measurement, whose database is gone after it. */
export function benchKey(): WrappingKeys {
  const key = Buffer.alloc(KEY_BYTES, 'bench');
  return { name: 'bench', read: async () => [key] };
}
