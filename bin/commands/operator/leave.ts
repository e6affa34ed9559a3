import type { Command } from 'commander';
import { counted } from '../../../src/kit/text/counted.ts';
import {
  type Leaving,
  leaveOperator,
  measureLeaving,
} from '../../../src/parking/privacy/leave-operator.ts';
import { toRecord } from '../../../src/stores/row-names.ts';
import { withDatabase } from '../../database.ts';
import { type OutputOptions, print } from '../../output.ts';

type LeaveOptions = OutputOptions & { id: string; confirm?: boolean; dryRun?: boolean };

export function addLeave(operator: Command): void {
  operator
    .command('leave')
    .description('end an account for good: keys, webhooks, listings, holds that have not begun')
    .requiredOption('--id <id>', 'which operator')
    .option('--confirm', 'do it: ended keys cannot be brought back')
    .option('--dry-run', 'say what would change, and change nothing')
    .option('--json', 'one JSON object on stdout')
    .action(async (options: LeaveOptions) => {
      const { id: operatorId, confirm = false, dryRun = false } = options;
      if (confirm === dryRun) throw new Error('give either --dry-run or --confirm');
      await withDatabase('operator', async (db, { config }) => {
        if (dryRun) {
          const leaving = await measureLeaving(db, operatorId);
          print(options, { operator_id: operatorId, ...toRecord(leaving), is_dry_run: true }, [
            describe(leaving),
            'Nothing was changed (--dry-run).',
          ]);
          return;
        }
        const waitDays = config.erasureWaitDays;
        const { dueAt, ...left } = await leaveOperator(db, { operatorId, waitDays });
        const due_at = dueAt.toISOString();
        print(options, { operator_id: operatorId, ...toRecord(left), is_dry_run: false, due_at }, [
          describe(left),
          `Its address and its drivers are erased from ${due_at} on.`,
        ]);
      });
    });
}

function describe({ name, keyCount, webhookCount, lotCount, holdCount }: Leaving): string {
  const ended = [
    counted(keyCount, 'key'),
    counted(webhookCount, 'webhook'),
    counted(lotCount, 'listing'),
    counted(holdCount, 'hold'),
  ];
  return `${name}: ${ended.join(', ')} end.`;
}
