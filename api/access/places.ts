import { AppError } from '../../src/kit/errors.ts';
import { type Network, networksOf } from './network.ts';

const RETRY_SECONDS = 1;

export type Places = {
  /**
   * Takes a place and returns the function that frees it. Throws INTERNAL (503) when none is free.
   */
  take(ip: string): () => void;
};

/**
 * Limits how many costly answers are under way at once, in all and per caller's network. A place is
 * held from the call until the answer is sent.
 */
export function createPlaces({
  what,
  countMax,
  countMaxPerCaller,
}: {
  /** The name of the answers in messages, in the plural. */
  what: string;
  countMax: number;
  countMaxPerCaller: number;
}): Places {
  const taken = new Map<string, number>();
  let total = 0;

  function change(networks: readonly Network[], by: 1 | -1): void {
    total += by;
    for (const { network } of networks) {
      const count = (taken.get(network) ?? 0) + by;
      if (count === 0) taken.delete(network);
      else taken.set(network, count);
    }
  }

  return {
    take(ip) {
      const networks = networksOf(ip);
      for (const { network, share } of networks) {
        const countMaxHere = share * countMaxPerCaller;
        if ((taken.get(network) ?? 0) >= countMaxHere)
          throw busy(`${countMaxHere} ${what} are on their way to you; wait for one of them`);
      }
      if (total >= countMax) throw busy(`too many ${what} are on their way at the moment`);
      change(networks, 1);
      let isTaken = true;
      return () => {
        if (isTaken) change(networks, -1);
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
