import { type Actor, actorValues } from '../../../access/principals/actor.ts';
import { notFound } from '../../../kit/errors.ts';
import type { OpenLink } from '../../../parking/payments/payee-accounts.ts';
import type { PayeeAccount, PayeeDeps, PayeeOf } from './payee-account.ts';
import { readPayee } from './read-payee.ts';

export type Onboarding = PayeeOf & {
  /** Of an account that is new; null: that of the platform's own account. */
  country: string | null;
  /** Where the processor sends who is done, and who needs another link; checked before. */
  returnUrl: string;
  refreshUrl: string;
};

type Asked = { accountId: string | null; askedAt: Date; email: string | null };

/**
 * A link with which an operator states to the processor what it needs to be paid, and its account,
 * which is made where there is none. Repeated, also at the same time, it makes no second account,
 * but another link. Errors: NOT_FOUND (operator), BAD_REQUEST naming the field that the processor
 * refuses, BAD_GATEWAY.
 */
export async function onboardPayee(
  deps: PayeeDeps,
  { country, returnUrl, refreshUrl, ...of }: Onboarding,
  actor: Actor,
): Promise<{ account: PayeeAccount | undefined; link: OpenLink }> {
  const { db, payments } = deps;
  const named = { ...of, processor: payments.processor };
  const [asked] = await db.query<Asked>('payee_account_ask', named);
  if (asked === undefined) throw notFound('operator');
  const accountId = asked.accountId ?? (await makeAccount(deps, { ...of, country }, asked, actor));
  const { livemode } = of;
  const link = await payments.accounts.createLink({ accountId, livemode, returnUrl, refreshUrl });
  return { account: await readPayee(deps, of), link };
}

async function makeAccount(
  { db, payments }: PayeeDeps,
  { operatorId, livemode, country }: PayeeOf & Pick<Onboarding, 'country'>,
  { askedAt, email }: Asked,
  actor: Actor,
): Promise<string> {
  const { processor } = payments;
  const idempotencyKey = `${operatorId}:${livemode ? 'live' : 'test'}:account`;
  const made = await payments.accounts.create({
    ...{ operatorId, livemode, email, country, askedAt, idempotencyKey },
  });
  const [named] = await db.query<{ accountId: string }>('payee_account_name', {
    ...{ operatorId, livemode, processor, accountId: made.accountId },
    ...actorValues(actor),
  });
  if (named === undefined) throw new Error('the account was not stored');
  return named.accountId;
}
