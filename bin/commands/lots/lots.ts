import { type Command, InvalidArgumentError } from 'commander';
import { callDistinct } from '../../../src/parking/lots/duplicates/call-distinct.ts';
import {
  type ListedPair,
  listDuplicates,
} from '../../../src/parking/lots/duplicates/list-duplicates.ts';
import type { LotPair, PairedLot } from '../../../src/parking/lots/duplicates/lock-pair.ts';
import { mergeLots, unmergeLots } from '../../../src/parking/lots/duplicates/merge-lots.ts';
import { toRecord } from '../../../src/stores/row-names.ts';
import { withDatabase } from '../../database.ts';
import { type OutputOptions, print } from '../../output.ts';
import { type Mode, modeOption } from '../options.ts';

type Decision = OutputOptions & { undo?: boolean; dryRun?: boolean };

const LIMIT_DEFAULT = 100;
const DRY_RUN = 'say what would change, and change nothing';
const JSON_OUTPUT = 'one JSON object on stdout';

export function addLots(program: Command): void {
  const lots = program.command('lots').description('car parks that are listed twice');
  addDuplicates(lots);
  addMerge(lots);
  addDistinct(lots);
}

function addDuplicates(lots: Command): void {
  lots
    .command('duplicates')
    .description('lots that look like another one, and what was decided about them')
    .addOption(modeOption())
    .option('--limit <count>', 'the most of each kind, the latest first', readCount, LIMIT_DEFAULT)
    .option('--json', JSON_OUTPUT)
    .action(async (options: OutputOptions & { mode: Mode; limit: number }) => {
      await withDatabase('lots', async (db) => {
        const livemode = options.mode === 'live';
        const pairs = await listDuplicates(db, { livemode, limit: options.limit });
        const none = pairs.length === 0 ? ['No lot looks like another one.'] : [];
        print(options, { pairs: pairs.map(toRecord) }, [...none, ...pairs.map(describePair)]);
      });
    });
}

function addMerge(lots: Command): void {
  lots
    .command('merge')
    .argument('<keep_id>', 'the lot that stays')
    .argument('<duplicate_id>', 'the lot that goes off the list')
    .description('take a lot off the list because it is another one; its stays and holds go on')
    .option('--undo', 'put it back: it is listed again, if its operator wants that')
    .option('--dry-run', DRY_RUN)
    .option('--json', JSON_OUTPUT)
    .action(async (keepId: string, duplicateId: string, options: Decision) => {
      const { undo = false, dryRun = false } = options;
      await withDatabase('lots', async (db) => {
        const change = undo ? unmergeLots : mergeLots;
        const actorId = 'hexlot lots merge';
        const pair = await change(db, { keepId, duplicateId, isDryRun: dryRun, actorId });
        const done = undo ? 'is a lot of its own again' : 'is off the list: it is';
        printDecision(options, { decision: undo ? 'unmerged' : 'merged', pair }, done);
      });
    });
}

function addDistinct(lots: Command): void {
  lots
    .command('distinct')
    .argument('<lot_id>', 'one lot')
    .argument('<other_id>', 'another that looks like it')
    .description('say that two lots are two car parks: from the next refresh on both count')
    .option('--undo', 'take it back')
    .option('--dry-run', DRY_RUN)
    .option('--json', JSON_OUTPUT)
    .action(async (oneId: string, otherId: string, options: Decision) => {
      const { undo = false, dryRun = false } = options;
      await withDatabase('lots', async (db) => {
        const actorId = 'hexlot lots distinct';
        const request = { oneId, otherId, isDistinct: !undo, isDryRun: dryRun, actorId };
        const pair = await callDistinct(db, request);
        const done = undo ? 'may be the same car park as' : 'is another car park than';
        printDecision(options, { decision: undo ? 'not_distinct' : 'distinct', pair }, done);
      });
    });
}

function printDecision(
  options: Decision,
  { decision, pair }: { decision: string; pair: LotPair },
  done: string,
): void {
  const { one, other, distanceM } = pair;
  const isDryRun = options.dryRun === true;
  const shown = { lot_id: one.lotId, other_lot_id: other.lotId, distance_m: distanceM };
  print(options, { decision, ...shown, is_dry_run: isDryRun }, [
    `${describeLot(other)} ${done} ${describeLot(one)}, ${distanceM} m away.`,
    ...(isDryRun ? ['Nothing was changed (--dry-run).'] : []),
  ]);
}

const describeLot = ({ lotId, name, operatorName }: PairedLot) =>
  `${lotId} (${name}, ${operatorName})`;

function describePair(pair: ListedPair): string {
  const first = `${pair.lotId} (${pair.name}, ${pair.operatorName})`;
  const other = `${pair.otherLotId} (${pair.otherName}, ${pair.otherOperatorName})`;
  return `${pair.kind}: ${first} and ${other}, ${pair.distanceM} m`;
}

function readCount(text: string): number {
  if (!/^[1-9]\d{0,5}$/.test(text)) throw new InvalidArgumentError('must be 1 to 999999.');
  return Number(text);
}
