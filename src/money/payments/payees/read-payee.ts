import type { Logger } from 'pino';
import { AppError } from '../../../kit/errors.ts';
import { PROCESSOR } from '../../../parking/sessions/authorization/note-authorized.ts';
import type { PayeeAccount, PayeeDeps, PayeeOf } from './payee-account.ts';

/** How long what was read of an account is good enough for whoever asks. */
const FRESH_SECONDS = 5;
/** How often an account is read that others read at the same time. */
const READS_MAX = 3;

type Found = PayeeAccount & { isFresh: boolean };
type Noted = PayeeAccount & { isChanged: boolean };

/**
 * The account of an operator as the processor has it, which is stored; undefined when none was
 * asked for. BAD_GATEWAY.
 */
export async function readPayee(deps: PayeeDeps, of: PayeeOf): Promise<Noted | undefined> {
  const { db, payments } = deps;
  for (let readCount = 1; ; readCount += 1) {
    const known = await findPayee(deps, of);
    const { accountId, checkCount } = known ?? {};
    if (known === undefined || accountId == null) return known && { ...known, isChanged: false };
    const state = await payments.accounts.read({ accountId, livemode: of.livemode });
    const [noted] = await db.query<Noted>('payee_account_note', {
      ...of,
      ...state,
      processor: payments.processor,
      accountId,
      checkCount,
      actorId: PROCESSOR.id,
    });
    if (noted !== undefined) return noted;
    // Others have stored what they read, perhaps later than we did.
    if (readCount === READS_MAX) return { ...known, isChanged: false };
  }
}

/** The same, or as it was read last where the processor is out of reach. */
export async function showPayee(
  deps: PayeeDeps & { log: Logger },
  of: PayeeOf,
): Promise<PayeeAccount | undefined> {
  const known = await findPayee(deps, of);
  if (known === undefined || known.accountId === null || known.isFresh) return known;
  try {
    return await readPayee(deps, of);
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'BAD_GATEWAY') throw error;
    deps.log.warn({ err: error, ...of }, "an operator's account could not be read");
    return known;
  }
}

async function findPayee({ db, payments }: PayeeDeps, of: PayeeOf): Promise<Found | undefined> {
  const [found] = await db.query<Found>('payee_account_find', {
    ...of,
    processor: payments.processor,
    freshSeconds: FRESH_SECONDS,
  });
  return found;
}
