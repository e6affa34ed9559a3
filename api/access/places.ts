import { AppError } from '../../src/errors.ts';
import { networkOf } from './network.ts';

const RETRY_SECONDS = 1;

export type Places = {
  /** Takes a place; what comes back gives it up, once. Throws INTERNAL (503) when there is none. */
  take(ip: string): () => void;
};

/**
 * How many answers of a costly kind may be under way at once, from the call until the last byte is
 * on its way: so many in all, and no more than so many for one caller's network.
 */
export function createPlaces({
  what,
  countMax,
  countMaxPerCaller,
}: {
  /** In the plural, as a caller is told. */
  what: string;
  countMax: number;
  countMaxPerCaller: number;
}): Places {
  const taken = new Map<string, number>();
  let total = 0;

  function change(caller: string, by: 1 | -1): void {
    const count = (taken.get(caller) ?? 0) + by;
    total += by;
    if (count === 0) taken.delete(caller);
    else taken.set(caller, count);
  }

  return {
    take(ip) {
      const caller = networkOf(ip);
      if ((taken.get(caller) ?? 0) >= countMaxPerCaller)
        throw busy(`${countMaxPerCaller} ${what} are on their way to you; wait for one of them`);
      if (total >= countMax) throw busy(`too many ${what} are on their way at the moment`);
      change(caller, 1);
      let isTaken = true;
      return () => {
        if (isTaken) change(caller, -1);
        isTaken = false;
      };
    },
  };
}

function busy(message: string): AppError {
  return new AppError('INTERNAL', message, {
    status: 503,
    headers: { 'Retry-After': String(RETRY_SECONDS) },
  });
}
