import type { Principal } from '../../access/principals/principal.ts';
import { inField } from '../../kit/errors.ts';
import { type Postgres, type Querier, readClock } from '../../stores/postgres.ts';
import { explainRefusal } from '../mandates/explain-refusal.ts';
import {
  type Agreed,
  askForIntent,
  giveUp,
  isNothingWritten,
  judgeStay,
} from './authorization/authorise-stay.ts';
import { type BeginDeps, lotFull, statementValues, take } from './begin-session.ts';
import type { NewSession } from './new-session.ts';

/** A stay in a space of a hold; `field` is the part of the call that asks for it. */
export type HeldStay = Agreed & { field: string };

type Deps = BeginDeps & { db: Postgres };
type Judged = HeldStay & { session: NewSession };
type Authorised = Judged & { session: { paymentIntentId: string } };

/**
 * Begins all of these stays or none: asks the processor for an intent for each, then writes the
 * stays and whatever `finish` writes in one transaction, and returns what `finish` returns. The
 * terms of all must begin at one instant and name one mandate; the stays begin at one instant, too,
 * so that they count for one day of the mandate. Errors: those of beginSession, naming the `field`
 * of the stay, and those of `finish`.
 */
export async function beginTogether<T>(
  deps: Deps,
  caller: Principal,
  stays: readonly HeldStay[],
  context: { requestId: string; finish(connection: Querier): Promise<T> },
): Promise<T> {
  const { requestId, finish } = context;
  const authorised = await authoriseAll(deps, await judgeAll(deps, caller, stays));
  let field = '';
  try {
    return await deps.db.transaction(async (connection) => {
      const holdIds = authorised.map(({ request }) => request.holdId);
      await connection.query('holds_lock', { holdIds });
      const beginsAt = await readClock(connection);
      for (const { request, terms, session, ...stay } of authorised) {
        ({ field } = stay);
        const { authorizeMinutes } = deps.payments;
        const once = { requestId, remember: undefined, beginsAt, authorizeMinutes };
        const values = statementValues(caller, session, request, { ...once, ...terms });
        if ((await take(connection, values)) === undefined) throw lotFull();
      }
      return finish(connection);
    });
  } catch (error) {
    if (isNothingWritten(error)) await giveUpAll(deps, authorised);
    const [first] = authorised;
    if (first === undefined) throw error;
    const { mandateId, startedAt: at } = first.session;
    throw inField(field, await explainRefusal(deps.db, error, caller, { mandateId, at }));
  }
}

async function judgeAll(
  { payments }: Deps,
  caller: Principal,
  stays: readonly HeldStay[],
): Promise<Judged[]> {
  const judged: Judged[] = [];
  for (const stay of stays)
    judged.push({ ...stay, session: await judgeStay(payments, caller, stay).catch(throwIn(stay)) });
  return judged;
}

/** An intent for each stay; when one is refused, the others are canceled. */
async function authoriseAll(deps: Deps, judged: readonly Judged[]): Promise<Authorised[]> {
  const asked = await Promise.allSettled(
    judged.map(async (stay) => {
      const { session } = await askForIntent(deps.payments, stay.session, stay.terms.payee).catch(
        throwIn(stay),
      );
      return { ...stay, session };
    }),
  );
  const authorised = asked.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
  const refused = asked.find((one) => one.status === 'rejected');
  if (refused === undefined) return authorised;
  await giveUpAll(deps, authorised);
  throw refused.reason;
}

async function giveUpAll({ payments, log }: Deps, stays: readonly Authorised[]): Promise<void> {
  await Promise.all(stays.map(({ session }) => giveUp(payments, session, log)));
}

function throwIn({ field }: HeldStay) {
  return (error: unknown): never => {
    throw inField(field, error);
  };
}
