import type { Command } from 'commander';
import { toAccountShape } from '../../../api/v1/payments/account-shape.ts';
import { findOperator } from '../../../src/access/operators/find-operator.ts';
import { systemActor } from '../../../src/access/principals/actor.ts';
import { onboardPayee } from '../../../src/money/payments/payees/onboard-payee.ts';
import type { PayeeAccount } from '../../../src/money/payments/payees/payee-account.ts';
import { readPayee } from '../../../src/money/payments/payees/read-payee.ts';
import { requirementWords } from '../../../src/money/payments/payees/requirement-words.ts';
import { checkReturnUrl } from '../../../src/money/payments/payees/return-url.ts';
import type { PaymentGateway } from '../../../src/parking/payments/gateway.ts';
import type { Querier } from '../../../src/stores/postgres.ts';
import { withDatabase } from '../../database.ts';
import type { Environment } from '../../environment.ts';
import { type OutputOptions, print } from '../../output.ts';
import { type Mode, modeOption } from '../options.ts';

type AccountOptions = OutputOptions & { id: string; mode: Mode };
type OnboardOptions = AccountOptions & {
  country?: string;
  returnUrl?: string;
  refreshUrl?: string;
};

export function addOnboard(operator: Command): void {
  operator
    .command('onboard')
    .description('make the account that an operator is paid to, and a link to complete it')
    .requiredOption('--id <id>', 'which operator')
    .addOption(modeOption())
    .option('--country <code>', 'where it is, such as CA; of an account that is new')
    .option('--return-url <url>', 'where it is sent when it is done; this service unless given')
    .option('--refresh-url <url>', 'where it is sent when the link is over; the same')
    .option('--json', 'one JSON object on stdout')
    .action(async (options: OnboardOptions) => {
      const { id: operatorId, country } = options;
      if (country !== undefined && !/^[A-Za-z]{2}$/.test(country))
        throw new Error('--country must be two letters, such as CA');
      await withDatabase('operator', async (db, environment) => {
        const { baseUrl } = environment.config;
        const { account, link } = await onboardPayee(
          { db, payments: await paymentsOf(db, environment) },
          {
            ...{ operatorId, livemode: options.mode === 'live' },
            country: country?.toUpperCase() ?? null,
            returnUrl: checkReturnUrl('--return-url', options.returnUrl ?? baseUrl),
            refreshUrl: checkReturnUrl('--refresh-url', options.refreshUrl ?? baseUrl),
          },
          systemActor('hexlot operator onboard'),
        );
        const expiresAt = link.expiresAt?.toISOString() ?? null;
        const until = expiresAt === null ? '' : `, until ${expiresAt}`;
        const record = { ...recordOf(account, options), url: link.url, url_expires_at: expiresAt };
        print(options, record, [
          ...describe(account),
          `Its operator completes it here, once${until}; whoever has this link can:`,
          link.url,
        ]);
      });
    });
}

export function addAccount(operator: Command): void {
  operator
    .command('account')
    .description('show whether an operator can be paid, as the payment processor has it now')
    .requiredOption('--id <id>', 'which operator')
    .addOption(modeOption())
    .option('--json', 'one JSON object on stdout')
    .action(async (options: AccountOptions) => {
      await withDatabase('operator', async (db, environment) => {
        const { id: operatorId } = await findOperator(db, options.id);
        const payments = await paymentsOf(db, environment);
        const of = { operatorId, livemode: options.mode === 'live' };
        const account = await readPayee({ db, payments }, of);
        print(options, recordOf(account, options), describe(account));
      });
    });
}

async function paymentsOf(db: Querier, { config, log }: Environment): Promise<PaymentGateway> {
  // Other commands need not load what it does.
  const { openPayments } = await import('../../../src/money/payments/open-payments.ts');
  return openPayments({ db, log, ...config });
}

function recordOf(account: PayeeAccount | undefined, { id, mode }: AccountOptions) {
  return { operator_id: id, account: toAccountShape(account, mode === 'live') };
}

function describe(account: PayeeAccount | undefined): string[] {
  const { chargesEnabled, payoutsEnabled, requirements, disabledReason } = account ?? {};
  const reason = disabledReason == null ? '' : ` (${disabledReason})`;
  if (account === undefined || account.accountId === null)
    return ['It has no account: hexlot operator onboard makes one.'];
  return [
    chargesEnabled === true
      ? 'Stays on its lots are paid to it.'
      : `Stays on its lots cannot be paid to it${reason}.`,
    payoutsEnabled === true
      ? 'It is paid out to its bank.'
      : `It is not paid out to its bank${reason}.`,
    ...requirementWords(requirements ?? []).map((words) => `Still to state: ${words}.`),
  ];
}
