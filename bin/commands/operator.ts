import { type Command, Option } from 'commander';
import { counted } from '../../src/counted.ts';
import { applyCheck } from '../../src/lots/write/apply-check.ts';
import { checkOperator } from '../../src/operators/check-operator.ts';
import { createOperator } from '../../src/operators/create-operator.ts';
import { findOperator } from '../../src/operators/find-operator.ts';
import { listOperators } from '../../src/operators/list-operators.ts';
import { type OperatorRecord, PLANS } from '../../src/operators/operator.ts';
import { updateOperator } from '../../src/operators/update-operator.ts';
import type { Plan } from '../../src/pricing/platform-fee.ts';
import { withDatabase } from '../database.ts';
import { type OutputOptions, print } from '../output.ts';

type NewOperator = OutputOptions & {
  name: string;
  plan: Plan;
  email?: string;
  limitEndUsers?: boolean;
};
type Changes = OutputOptions & Partial<Omit<NewOperator, 'json'>> & { id: string };

const LIMIT_END_USERS = 'allow agents 20 calls per minute for each end user (X-End-User-Id)';

export function addOperator(program: Command): void {
  const operator = program
    .command('operator')
    .description('accounts that list lots or buy answers');
  addCreate(operator);
  addUpdate(operator);
  addCheck(operator);
  addGet(operator);
  addList(operator);
}

const planOption = () =>
  new Option('--plan <plan>', 'what it may use; market rates need pro or enterprise').choices(
    PLANS,
  );

function addCreate(operator: Command): void {
  operator
    .command('create')
    .description('add an operator')
    .requiredOption('--name <name>', 'its name')
    .addOption(planOption().default('free'))
    .option('--email <address>', 'where to reach it')
    .option('--limit-end-users', LIMIT_END_USERS)
    .option('--json', 'one JSON object on stdout')
    .action(async (options: NewOperator) => {
      await withDatabase('operator', async (db, { config }) => {
        const operator = await createOperator(db, {
          name: options.name,
          plan: options.plan,
          email: options.email ?? null,
          limitsEndUsers: options.limitEndUsers ?? false,
          listingCheck: config.listingCheck,
          actorId: 'hexlot operator create',
        });
        const waits = operator.checked_at === null ? ' Its lots wait for a check.' : '';
        print(options, { operator }, [
          `Operator ${operator.id} (${operator.plan}) created.${waits}`,
        ]);
      });
    });
}

function addUpdate(operator: Command): void {
  operator
    .command('update')
    .description('change an operator; running APIs follow at once, in 30 seconds at the latest')
    .requiredOption('--id <id>', 'which operator')
    .option('--name <name>', 'its new name')
    .option('--email <address>', 'where to reach it from now on')
    .addOption(planOption())
    .option('--limit-end-users', LIMIT_END_USERS)
    .option('--no-limit-end-users', 'count the calls of agents by key only')
    .option('--json', 'one JSON object on stdout')
    .action(async (options: Changes) => {
      const { id, name, plan, email, limitEndUsers } = options;
      if ([name, plan, email, limitEndUsers].every((change) => change === undefined))
        throw new Error(
          'nothing to change: give --plan, --name, --email, --limit-end-users or ' +
            '--no-limit-end-users',
        );
      await withDatabase('operator', async (db) => {
        const operator = await updateOperator(db, {
          operatorId: id,
          name,
          plan,
          email,
          limitsEndUsers: limitEndUsers,
          actorId: 'hexlot operator update',
        });
        print(options, { operator }, [describe(operator)]);
      });
    });
}

function addCheck(operator: Command): void {
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
        print(options, { operator, lot_count: rows }, [`${describe(operator)}: ${lots}`]);
      });
    });
}

function addGet(operator: Command): void {
  operator
    .command('get')
    .description('show one operator')
    .requiredOption('--id <id>', 'which operator')
    .option('--json', 'one JSON object on stdout')
    .action(async (options: OutputOptions & { id: string }) => {
      await withDatabase('operator', async (db) => {
        const operator = await findOperator(db, options.id);
        print(options, { operator }, [describe(operator)]);
      });
    });
}

function addList(operator: Command): void {
  operator
    .command('list')
    .description('all operators, the newest first')
    .option('--json', 'one JSON object on stdout')
    .action(async (options: OutputOptions) => {
      await withDatabase('operator', async (db) => {
        const operators = await listOperators(db);
        const none = operators.length === 0 ? ['There is no operator yet.'] : [];
        print(options, { operators }, [...none, ...operators.map(describe)]);
      });
    });
}

function describe(operator: OperatorRecord): string {
  const { id, name, plan, email, limits_end_users, checked_at } = operator;
  const limits = limits_end_users ? ', calls of agents limited by end user' : '';
  const address = email === null ? '' : `  ${email}`;
  const waits = checked_at === null ? '  not checked: its lots are not listed' : '';
  return `${id}  ${name} (${plan}${limits})${address}${waits}`;
}
