import { AppError } from '../../../kit/errors.ts';
import { isKeySpent, isOtherStatus } from './stripe-errors.ts';

/** More than the failures of one step in the day for which Stripe remembers its keys. */
const KEYS_MAX = 40;

/**
 * Does something at Stripe once. `find` looks whether it is done, because Stripe forgets keys after
 * a day; `act` does it with a key. Stripe repeats a failure for a day to the same key, so the next
 * try has the next key, after another look.
 */
export async function once<T>(
  idempotencyKey: string,
  find: () => Promise<T | undefined>,
  act: (key: string) => Promise<T>,
): Promise<T> {
  for (let count = 1; count <= KEYS_MAX; count += 1) {
    const found = await find();
    if (found !== undefined) return found;
    try {
      return await act(count === 1 ? idempotencyKey : `${idempotencyKey}:${count}`);
    } catch (error) {
      if (!isKeySpent(error) && !isOtherStatus(error)) throw error;
    }
  }
  throw new AppError('BAD_GATEWAY', 'the payment processor failed too often', {
    details: { reason: 'processor_down' },
  });
}
