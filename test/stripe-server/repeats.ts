import { Refusal } from './refusal.ts';

export type Reply = { status: number; body: object };
type Kept = { asked: string; reply: Reply };

/**
 * Stripe's memory of idempotency keys: what a call answered, errors included, is answered to every
 * call with its key. Another call with the key is refused.
 */
export function openRepeats() {
  const kept = new Map<string, Kept>();
  return {
    find(key: string | undefined, asked: string): Reply | undefined {
      const one = key === undefined ? undefined : kept.get(key);
      if (one !== undefined && one.asked !== asked)
        throw new Refusal(400, {
          type: 'idempotency_error',
          message: 'Keys for idempotent requests can only be used with the same parameters.',
        });
      return one?.reply;
    },
    keep(key: string | undefined, asked: string, reply: Reply) {
      if (key !== undefined) kept.set(key, { asked, reply });
    },
    /** As after the day for which Stripe keeps them. */
    forget: () => kept.clear(),
  };
}
