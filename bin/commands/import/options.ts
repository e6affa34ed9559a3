import { type Command, InvalidArgumentError, Option } from 'commander';
import type { ColumnMap } from '../../../src/kit/tables/name-columns.ts';
import type { OutputOptions } from '../../output.ts';
import { type Mode, modeOption } from '../options.ts';

/** The options of every import. */
export type ImportOptions = OutputOptions & {
  operator: string;
  mode: Mode;
  map?: ColumnMap;
  dryRun?: boolean;
};

/** Adds the options of every import. */
export function addImportOptions(command: Command): Command {
  return command
    .requiredOption('--operator <id>', 'whose lots they are')
    .addOption(modeOption())
    .addOption(
      new Option('--map <field=column...>', 'what columns stand for: --map name=Bezeichnung')
        .argParser(addPair)
        .default(undefined),
    )
    .option('--dry-run', 'say what would be done, and write nothing')
    .option('--json', 'one JSON object on stdout');
}

function addPair(text: string, earlier: ColumnMap | undefined): ColumnMap {
  const [, field, column] = /^([^=]+)=(.+)$/s.exec(text) ?? [];
  if (field === undefined || column === undefined)
    throw new InvalidArgumentError('must be a field, = and the header of a column.');
  return { ...earlier, [field.trim()]: column.trim() };
}
