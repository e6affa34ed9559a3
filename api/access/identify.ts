import { AppError } from '../../src/errors.ts';
import type { Caller } from '../../src/keys/caller.ts';
import type { Doors } from '../app.ts';
import type { Auth } from '../operation.ts';
import { authenticate } from './authenticate.ts';
import { keyLookUpDraws } from './budgets.ts';
import { drawAside } from './draw.ts';
import type { Exchange } from './exchange.ts';

/** The caller. Keys that turn out to be unknown draw from the budget of their address. */
export async function identify(
  { keyring, budgets }: Pick<Doors, 'keyring' | 'budgets'>,
  auth: Auth,
  exchange: Exchange,
  authorization: string | undefined,
): Promise<Caller | undefined> {
  const draws = keyLookUpDraws(exchange.peer.ip);
  let isLookedUp = false;
  let isNobodys = false;
  try {
    const caller = await authenticate(keyring, auth, authorization, () => {
      drawAside(budgets, exchange, draws);
      isLookedUp = true;
    });
    exchange.isKeyed = caller !== undefined;
    return caller;
  } catch (error) {
    // If the database did not answer, the key may still be valid.
    isNobodys = error instanceof AppError;
    throw error;
  } finally {
    if (isLookedUp && !isNobodys) budgets.giveBack(draws);
  }
}
