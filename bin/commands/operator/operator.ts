import { type Command, Option } from 'commander';
import { createOperator } from '../../../src/access/operators/create-operator.ts';
import { findOperator } from '../../../src/access/operators/find-operator.ts';
import { listOperators } from '../../../src/access/operators/list-operators.ts';
import type { OperatorRecord } from '../../../src/access/operators/operator.ts';
import { updateOperator } from '../../../src/access/operators/update-operator.ts';
import { PLANS } from '../../../src/access/plans/plan-prices.ts';
import type { Plan } from '../../../src/access/plans/platform-fee.ts';
import type { Querier } from '../../../src/stores/postgres.ts';
import { toRecord } from '../../../src/stores/row-names.ts';
import { withDatabase } from '../../database.ts';
import { type OutputOptions, print } from '../../output.ts';
import { addAccount, addOnboard } from './account.ts';
import { addCheck, addSendCheck, sendCheck } from './check.ts';
import { addInvite } from './invite.ts';
import { addLeave } from './leave.ts';
import { describeFees, describeOperator, feesOf } from './show.ts';

type NewOperator = OutputOptions & {
  name: string;
  plan: Plan;
  email?: string;
  limitEndUsers?: boolean;
};
type Changes = OutputOptions &
  Partial<Omit<NewOperator, 'json'>> & { id: string; figuresPublic?: boolean };

const LIMIT_END_USERS = 'allow agents 20 calls per minute for each end user (X-End-User-Id)';

export function addOperator(program: Command): void {
  const operator = program
    .command('operator')
    .description('accounts that list lots or buy answers');
  addCreate(operator);
  addUpdate(operator);
  addCheck(operator);
  addSendCheck(operator);
  addGet(operator);
  addList(operator);
  addOnboard(operator);
  addAccount(operator);
  addInvite(operator);
  addLeave(operator);
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
        const waits = operator.checkedAt === null ? ' Its lots wait for a check.' : '';
        const fees = await feesOf(db, operator);
        print(options, { operator: toRecord(operator), fees }, [
          `Operator ${operator.id} (${operator.plan}) created.${waits}`,
          ...describeFees(operator, fees),
        ]);
        await sendCheck(db, config, operator);
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
    .option('--figures-public', 'tell what happens on its lots lot by lot, from the next day on')
    .option('--no-figures-public', 'tell it only together with others, from the next day on')
    .option('--json', 'one JSON object on stdout')
    .action(async (options: Changes) => {
      const { id, name, plan, email, limitEndUsers, figuresPublic } = options;
      const changes = [name, plan, email, limitEndUsers, figuresPublic];
      if (changes.every((change) => change === undefined))
        throw new Error(
          'nothing to change: give --plan, --name, --email, --limit-end-users, ' +
            '--no-limit-end-users, --figures-public or --no-figures-public',
        );
      await withDatabase('operator', async (db, { config }) => {
        const operator = await updateOperator(db, {
          operatorId: id,
          name,
          plan,
          email,
          limitsEndUsers: limitEndUsers,
          figuresPublic,
          actorId: 'hexlot operator update',
        });
        await printOperator(db, options, operator);
        if (email !== undefined) await sendCheck(db, config, operator);
      });
    });
}

async function printOperator(db: Querier, options: OutputOptions, operator: OperatorRecord) {
  const fees = await feesOf(db, operator);
  const lines = [describeOperator(operator), ...describeFees(operator, fees)];
  print(options, { operator: toRecord(operator), fees }, lines);
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
        await printOperator(db, options, operator);
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
        print(options, { operators: operators.map(toRecord) }, [
          ...none,
          ...operators.map(describeOperator),
        ]);
      });
    });
}
