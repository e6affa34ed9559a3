import { Type } from 'typebox';
import { refuseFleet } from '../../../src/access/keys/refuse-fleet.ts';
import { actorOf } from '../../../src/access/principals/actor.ts';
import { nullable } from '../../../src/kit/web/document/field-types.ts';
import { onboardPayee } from '../../../src/money/payments/payees/onboard-payee.ts';
import {
  checkReturnUrl,
  RETURN_URL_LENGTH_MAX,
} from '../../../src/money/payments/payees/return-url.ts';
import { Instant } from '../../fields/field-types.ts';
import { defineOperation } from '../../operation.ts';
import { PaymentAccountSchema, toAccountShape } from './account-shape.ts';

const ReturnUrlInput = (description: string) =>
  Type.String({ minLength: 1, maxLength: RETURN_URL_LENGTH_MAX, description });

export const openPaymentAccountOperation = defineOperation({
  operationId: 'openPaymentAccount',
  method: 'post',
  path: '/api/v1/payments/account',
  summary: 'Get a link to complete your account at the payment processor',
  description:
    'The first call makes the account; each gives another link, so that it may be repeated. The ' +
    'link is good once and for minutes, and a secret: whoever has it can state your bank. ' +
    'Stays on your lots are paid to the account of their mode.',
  tags: ['payouts'],
  auth: { scope: 'plan:write' },
  budgets: ['write'],
  isSensitive: true,
  body: Type.Object(
    {
      country: Type.Optional(
        Type.String({
          pattern: '^[A-Za-z]{2}$',
          description:
            'Where you are, such as CA; only for the first call, and unless given where who runs ' +
            'the service is',
        }),
      ),
      return_url: ReturnUrlInput('Where the processor sends you when you are done: https'),
      refresh_url: ReturnUrlInput('Where it sends you when the link is over: https'),
    },
    {
      examples: [
        {
          country: 'CA',
          return_url: 'https://example.com/paid',
          refresh_url: 'https://example.com/again',
        },
      ],
    },
  ),
  responses: {
    201: {
      description: 'The account, and the link',
      schema: Type.Object({
        account: PaymentAccountSchema,
        url: Type.String({ description: 'Open it in a browser; it is not shown again' }),
        url_expires_at: nullable({ ...Instant, description: 'null: it does not end' }),
      }),
    },
  },
  errors: ['BAD_GATEWAY'],

  async handler({ body, caller, requestId }, api) {
    refuseFleet(caller, 'payment accounts');
    const { operatorId, livemode } = caller;
    const asked = {
      operatorId,
      livemode,
      country: body.country?.toUpperCase() ?? null,
      returnUrl: checkReturnUrl('return_url', body.return_url),
      refreshUrl: checkReturnUrl('refresh_url', body.refresh_url),
    };
    const { account, link } = await onboardPayee(api, asked, actorOf(caller, requestId));
    const url_expires_at = link.expiresAt?.toISOString() ?? null;
    const shown = { account: toAccountShape(account, livemode), url: link.url, url_expires_at };
    return { status: 201, body: shown };
  },
});
