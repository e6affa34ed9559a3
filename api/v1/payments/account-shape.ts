import { type Static, Type } from 'typebox';
import { nullable } from '../../../src/kit/web/document/field-types.ts';
import { named } from '../../../src/kit/web/document/named.ts';
import {
  type PayeeAccount,
  payeeStatus,
} from '../../../src/money/payments/payees/payee-account.ts';
import { Instant } from '../../fields/field-types.ts';

const UNKNOWN = 'null: it was never read';

export const PaymentAccountSchema = named('PaymentAccount', {
  status: Type.Enum(['none', 'incomplete', 'ready', 'restricted'], {
    description:
      'ready: it is paid and paid out; incomplete: the processor still has to hear something, or ' +
      'verifies it; restricted: it stopped the account for another reason',
  }),
  charges_enabled: nullable(
    Type.Boolean({ description: `Whether stays on your lots can be paid to it; ${UNKNOWN}` }),
  ),
  payouts_enabled: nullable(
    Type.Boolean({ description: `Whether it is paid out to your bank; ${UNKNOWN}` }),
  ),
  requirements: nullable(
    Type.Array(Type.String(), {
      description: `What the processor wants to know next, in its own words; ${UNKNOWN}`,
    }),
  ),
  disabled_reason: nullable(
    Type.String({ description: "In the processor's own words; null: none is known" }),
  ),
  checked_at: nullable({ ...Instant, description: `When it was read; ${UNKNOWN}` }),
  livemode: Type.Boolean(),
});

export type PaymentAccountShape = Static<typeof PaymentAccountSchema>;

/** An account as v1 shows it; undefined: there is none. */
export function toAccountShape(
  account: PayeeAccount | undefined,
  livemode: boolean,
): PaymentAccountShape {
  return {
    status: payeeStatus(account),
    charges_enabled: account?.chargesEnabled ?? null,
    payouts_enabled: account?.payoutsEnabled ?? null,
    requirements: account?.requirements ?? null,
    disabled_reason: account?.disabledReason ?? null,
    checked_at: account?.checkedAt?.toISOString() ?? null,
    livemode,
  };
}
