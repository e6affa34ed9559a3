import { Command } from 'commander';
import packageJson from '../package.json' with { type: 'json' };
import { addApi } from './commands/api.ts';
import { addBacktest } from './commands/backtest.ts';
import { addCourier } from './commands/courier.ts';
import { addExport } from './commands/export.ts';
import { addImport } from './commands/import.ts';
import { addKey } from './commands/key.ts';
import { addLots } from './commands/lots.ts';
import { addMcp } from './commands/mcp.ts';
import { addMigrate } from './commands/migrate.ts';
import { addOperator } from './commands/operator.ts';
import { addOsm } from './commands/osm.ts';
import { readExtract, readOwnLots } from './commands/osm-sources.ts';
import { addPipelines } from './commands/pipelines.ts';
import { addRebuild } from './commands/rebuild.ts';
import { addRefresh } from './commands/refresh.ts';
import { addStart } from './commands/start.ts';
import { addStatus } from './commands/status.ts';
import { addWebhooks } from './commands/webhooks.ts';

/** The whole command line; nothing runs before `parseAsync`. */
export function hexlotProgram(): Command {
  const program = new Command('hexlot')
    .description(packageJson.description)
    .version(packageJson.version);
  addStart(program);
  addApi(program);
  addCourier(program);
  addPipelines(program);
  addMigrate(program);
  addStatus(program);
  addOperator(program);
  addKey(program);
  addLots(program);
  addImport(program);
  addExport(program);
  addRefresh(program);
  addRebuild(program);
  addBacktest(program);
  addWebhooks(program);
  addMcp(program);
  addOsm(program, {
    readObjects: readExtract,
    readLots: readOwnLots,
  });
  return program;
}
