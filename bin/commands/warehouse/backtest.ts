import { type Command, Option } from 'commander';
import { millisecondsInDay } from 'date-fns/constants';
import type { Backtest } from '../../../pipelines/forecasts/backtest.ts';
import { systemClock } from '../../../src/kit/clock.ts';
import { counted } from '../../../src/kit/text/counted.ts';
import { type OutputOptions, print } from '../../output.ts';
import { readDay } from '../options.ts';

type Options = OutputOptions & { from: number; to: number; by?: 'lot'; test?: true };

/** In the last zone a day ends so much later than in UTC. */
const LAST_ZONE_MS = millisecondsInDay / 2;

export function addBacktest(program: Command): void {
  program
    .command('backtest')
    .description(
      'score the demand forecast on days that are over: each is forecast from what had happened ' +
        'before it, and compared with simpler forecasts',
    )
    .requiredOption('--from <date>', 'the first day, YYYY-MM-DD by the clocks of the lots', readDay)
    .requiredOption('--to <date>', 'the last day', readDay)
    .addOption(new Option('--by <what>', 'scores of each lot, too').choices(['lot']))
    .option('--test', 'lots of the test mode')
    .option('--json', 'one JSON object on stdout')
    .action(async ({ from, to, by, test, ...output }: Options) => {
      if (to < from) throw new Error('--to must not be before --from');
      if ((to + 1) * millisecondsInDay + LAST_ZONE_MS > systemClock.now())
        throw new Error('--to must be a day that is over');
      const { runBacktest } = await import('../../warehouse-job.ts');
      const asked = { from, to, livemode: test !== true, isByLot: by === 'lot' };
      const scores = await runBacktest(asked);
      print(output, scores, describe(scores));
    });
}

function describe(scores: Backtest): string[] {
  const { baselines, sessions, revenue_minor: revenue, by_lot: byLot = [] } = scores;
  const line = (name: string, { mae, rmse, peak_mae }: Backtest['baselines']['holt_winters']) =>
    `  ${name.padEnd(28)} ${cell(mae)} ${cell(rmse)} ${cell(peak_mae)}`;
  const daily = (name: string, { mae, baselines: { seasonal_naive: naive } }: typeof sessions) =>
    `  ${name.padEnd(28)} ${cell(mae)} ${cell(naive.mae)}`;
  return [
    `${scores.from} to ${scores.to}: ${counted(scores.lots, 'lot')}, ` +
      `${counted(scores.cells, 'half hour')} measured`,
    '',
    `Occupied share, 0 to 1 ${' '.repeat(13)}MAE      RMSE  peak MAE`,
    line('forecast', scores),
    ...scores.nowcasts.map((nowcast) => line(`in ${nowcast.minutes} minutes`, nowcast)),
    line('same time last week', baselines.seasonal_naive),
    line('Holt-Winters', baselines.holt_winters),
    `  inside the 80 % interval     ${cell(scores.coverage_80)}`,
    '',
    `A day of a lot ${' '.repeat(16)}forecast  last week (MAE)`,
    daily('sessions', sessions),
    daily('revenue, minor units', revenue),
    ...(byLot.length > 0 ? ['', 'Lot, MAE of the forecast and of the same time last week'] : []),
    ...byLot.map(
      ({ ref, lot_id, mae, baselines: { seasonal_naive: naive } }) =>
        `  ${(ref ?? lot_id).padEnd(36)} ${cell(mae)} ${cell(naive.mae)}`,
    ),
  ];
}

function cell(value: number | null): string {
  return (value === null ? '-' : value.toFixed(4)).padStart(9);
}
