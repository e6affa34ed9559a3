import { type Command, Option } from 'commander';
import { createOperator } from '../../src/operators/create-operator.ts';
import type { Plan } from '../../src/pricing/platform-fee.ts';
import { withDatabase } from '../database.ts';
import { type OutputOptions, print } from '../output.ts';

type Options = OutputOptions & { name: string; plan: Plan; email?: string };

export function addOperator(program: Command): void {
  program
    .command('operator')
    .description('accounts that list lots or buy answers')
    .command('create')
    .description('add an operator')
    .requiredOption('--name <name>', 'its name')
    .addOption(
      new Option('--plan <plan>', 'what it may use')
        .choices(['free', 'starter', 'pro', 'enterprise'])
        .default('free'),
    )
    .option('--email <address>', 'where to reach it')
    .option('--json', 'one JSON object on stdout')
    .action(async (options: Options) => {
      await withDatabase('operator', async (db) => {
        const operator = await createOperator(db, {
          name: options.name,
          plan: options.plan,
          email: options.email ?? null,
          actorId: 'hexlot operator create',
        });
        print(options, { operator }, [`Operator ${operator.id} (${operator.plan}) created.`]);
      });
    });
}
