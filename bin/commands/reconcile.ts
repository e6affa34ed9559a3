import type { Command } from 'commander';
import { systemClock } from '../../src/kit/clock.ts';
import { decimalOf } from '../../src/kit/money.ts';
import { counted } from '../../src/kit/text/counted.ts';
import { dateOf } from '../../src/kit/time/days.ts';
import type { Finding } from '../../src/money/reconciliation/finding.ts';
import { FINDING_WORDS } from '../../src/money/reconciliation/finding-words.ts';
import { findLastCompared, listFindings } from '../../src/money/reconciliation/list-findings.ts';
import { reconcileDay } from '../../src/money/reconciliation/reconcile.ts';
import { openServices } from '../../src/services/open-services.ts';
import { toRecord } from '../../src/stores/row-names.ts';
import { withDatabase } from '../database.ts';
import { type OutputOptions, print } from '../output.ts';
import { readDay } from './options.ts';

const NEVER = 'No day was compared yet: the pipelines do so once a day, or --day does.';

export function addReconcile(program: Command): void {
  program
    .command('reconcile')
    .description(
      "what differs between the payment processor's books and ours, at most 1,000; exits with 1 " +
        'when anything does',
    )
    .option('--day <date>', 'compare this day (UTC) now, and list only it', readDay)
    .option('--json', 'one JSON object on stdout')
    .action(async ({ day, ...output }: OutputOptions & { day?: number }) => {
      await withDatabase('reconcile', async (db, environment) => {
        if (day !== undefined) {
          checkOver(day);
          await reconcileDay(await openServices({ ...environment, db }), day);
        }
        const date = day === undefined ? null : dateOf(day);
        const findings = await listFindings(db, { day: date, livemode: null });
        const comparedAt = await findLastCompared(db);
        const none = comparedAt === null ? NEVER : 'Nothing that was compared differs.';
        const lines = findings.length === 0 ? [none] : findings.map(describe);
        const compared_at = comparedAt?.toISOString() ?? null;
        print(output, { compared_at, findings: findings.map(toRecord) }, lines);
        if (findings.length > 0) throw new Error(`${counted(findings.length, 'difference')}`);
      });
    });
}

function checkOver(day: number): void {
  if (dateOf(day) >= new Date(systemClock.now()).toISOString().slice(0, 10))
    throw new Error('--day must be a day (UTC) that is over');
}

function describe(finding: Finding): string {
  const { day, livemode, kind, subject, sessionId, oursMinor, theirsMinor, currency } = finding;
  const amount = (minor: number | null) => (minor === null ? 'none' : decimalOf(minor, currency));
  const amounts = `${amount(oursMinor)} here, ${amount(theirsMinor)} there`;
  const mode = livemode ? 'live' : 'test';
  const of = sessionId === null ? '' : ` (${sessionId})`;
  const what = FINDING_WORDS[kind];
  return `${day}  ${mode}  ${subject}${of}  ${amounts} ${currency.toUpperCase()}  ${what}`;
}
