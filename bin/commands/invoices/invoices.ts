import type { Command } from 'commander';
import { issueInvoices } from '../../../src/money/invoices/issue-invoices.ts';
import { type ListedInvoice, listAllInvoices } from '../../../src/money/invoices/list-all.ts';
import { openInvoices } from '../../../src/money/invoices/open-invoices.ts';
import { monthName } from '../../../src/money/usage/month.ts';
import { toRecord } from '../../../src/stores/row-names.ts';
import { withDatabase } from '../../database.ts';
import { type OutputOptions, print } from '../../output.ts';

export function addInvoices(program: Command): void {
  const invoices = program
    .command('invoices')
    .description('what operators owe for their plans and for answers');
  addList(invoices);
  addRun(invoices);
}

function addList(invoices: Command): void {
  invoices
    .command('list')
    .description('invoices of all operators, the newest month first, at most 1,000')
    .option('--unpaid', 'only those that are not paid')
    .option('--json', 'one JSON object on stdout')
    .action(async (options: OutputOptions & { unpaid?: boolean }) => {
      await withDatabase('invoices', async (db) => {
        const found = await listAllInvoices(db, { onlyUnpaid: options.unpaid ?? false });
        const none = found.length === 0 ? ['There are no such invoices.'] : [];
        print(options, { invoices: found.map(toRecord) }, [...none, ...found.map(describe)]);
      });
    });
}

function addRun(invoices: Command): void {
  invoices
    .command('run')
    .description('make the invoices that are due now, and ask whether open ones are paid')
    .option('--json', 'one JSON object on stdout')
    .action(async (options: OutputOptions) => {
      await withDatabase('invoices', async (db, { config, log, signal }) => {
        const { planPrices: prices, stripe } = config;
        const gateway = await openInvoices({ db, log, stripe });
        const { rows } = await issueInvoices({ db, log, signal, gateway, prices });
        print(options, { rows }, [`${rows} dealt with.`]);
      });
    });
}

function describe(invoice: ListedInvoice): string {
  const { invoiceId, fromAt, totalCents, status, issuedAt, operatorId, operatorName } = invoice;
  const state = issuedAt === null ? 'not issued' : status;
  const amount = `${(totalCents / 100).toFixed(2)} USD`;
  return `${monthName(fromAt)}  ${amount}  ${state}  ${operatorName} (${operatorId})  ${invoiceId}`;
}
