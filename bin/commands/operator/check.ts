import type { Command } from 'commander';
import { checkOperator } from '../../../src/access/operators/check-operator.ts';
import type { OperatorRecord } from '../../../src/access/operators/operator.ts';
import type { Config } from '../../../src/config.ts';
import { ConfigError } from '../../../src/kit/read-setting.ts';
import { counted } from '../../../src/kit/text/counted.ts';
import { applyCheck } from '../../../src/parking/lots/write/apply-check.ts';
import type { Postgres } from '../../../src/stores/postgres.ts';
import { toRecord } from '../../../src/stores/row-names.ts';
import { withDatabase } from '../../database.ts';
import { type OutputOptions, print } from '../../output.ts';
import { describeOperator } from './show.ts';

export function addCheck(operator: Command): void {
  operator
    .command('check')
    .description('list the lots of an operator that wait for a check, now and from now on')
    .requiredOption('--id <id>', 'which operator')
    .option('--undo', 'take all its lots out of the public until it is checked again')
    .option('--json', 'one JSON object on stdout')
    .action(async (options: OutputOptions & { id: string; undo?: boolean }) => {
      await withDatabase('operator', async (db, { signal }) => {
        const operator = await checkOperator(db, {
          operatorId: options.id,
          isChecked: options.undo !== true,
          actorId: 'hexlot operator check',
        });
        const { rows } = await applyCheck(db, { operatorId: operator.id, signal });
        const lots = `${counted(rows, 'lot')} ${options.undo ? 'unlisted' : 'listed'}.`;
        print(options, { operator: toRecord(operator), lot_count: rows }, [
          `${describeOperator(operator)}: ${lots}`,
        ]);
      });
    });
}

export function addSendCheck(operator: Command): void {
  operator
    .command('send-check')
    .description('send an operator the link again that confirms its e-mail address')
    .requiredOption('--id <id>', 'which operator')
    .option('--json', 'one JSON object on stdout')
    .action(async (options: OutputOptions & { id: string }) => {
      await withDatabase('operator', async (db, { config }) => {
        await sendLink(db, config, options.id);
        print(options, { operator_id: options.id }, ['The mail was handed to the server.']);
      });
    });
}

/** Sends the link to an operator that is new, or has a new address, where e-mail is the check. */
export async function sendCheck(
  db: Postgres,
  config: Config,
  { id, email, checkedAt, checkedBy }: OperatorRecord,
): Promise<void> {
  const isAwaited = checkedAt === null && checkedBy === null;
  if (config.listingCheck !== 'email' || email === null || !isAwaited) return;
  try {
    await sendLink(db, config, id);
  } catch (error) {
    const again = `the operator is stored; hexlot operator send-check --id ${id} tries again`;
    throw new Error(`${(error as Error).message}; ${again}`, { cause: error });
  }
}

async function sendLink(
  db: Postgres,
  { mail, baseUrl }: Config,
  operatorId: string,
): Promise<void> {
  if (mail === undefined) throw new ConfigError('HEXLOT_SMTP_URL', 'is needed to send mail');
  // Other commands need not load what it does.
  const { sendConfirmation } = await import('../../../src/access/operators/send-confirmation.ts');
  await sendConfirmation(db, { mail, baseUrl }, operatorId);
}
