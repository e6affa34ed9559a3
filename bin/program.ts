import { Command } from 'commander';
import packageJson from '../package.json' with { type: 'json' };

/** Adds the commands that begin with a word; in the order in which help lists them. */
const COMMANDS: Readonly<Record<string, (program: Command) => Promise<void>>> = {
  async start(program) {
    const { addStart } = await import('./commands/role/start.ts');
    addStart(program);
  },
  async api(program) {
    const { addApi } = await import('./commands/role/api.ts');
    addApi(program);
  },
  async courier(program) {
    const { addCourier } = await import('./commands/role/courier.ts');
    addCourier(program);
  },
  async pipelines(program) {
    const { addPipelines } = await import('./commands/role/pipelines.ts');
    addPipelines(program);
  },
  async migrate(program) {
    const { addMigrate } = await import('./commands/database/migrate.ts');
    addMigrate(program);
  },
  async status(program) {
    const { addStatus } = await import('./commands/status.ts');
    addStatus(program);
  },
  async operator(program) {
    const { addOperator } = await import('./commands/operator/operator.ts');
    addOperator(program);
  },
  async key(program) {
    const { addKey } = await import('./commands/key/key.ts');
    addKey(program);
  },
  async invoices(program) {
    const { addInvoices } = await import('./commands/money.ts');
    addInvoices(program);
  },
  async reconcile(program) {
    const { addReconcile } = await import('./commands/money.ts');
    addReconcile(program);
  },
  async lots(program) {
    const { addLots } = await import('./commands/lots/lots.ts');
    addLots(program);
  },
  async plates(program) {
    const { addPlates } = await import('./commands/privacy/privacy.ts');
    addPlates(program);
  },
  async erasures(program) {
    const { addErasures } = await import('./commands/privacy/privacy.ts');
    addErasures(program);
  },
  async import(program) {
    const { addImport } = await import('./commands/import/import.ts');
    addImport(program);
  },
  async export(program) {
    const { addExport } = await import('./commands/export.ts');
    addExport(program);
  },
  async refresh(program) {
    const { addRefresh } = await import('./commands/warehouse/refresh.ts');
    addRefresh(program);
  },
  async rebuild(program) {
    const { addRebuild } = await import('./commands/warehouse/refresh.ts');
    addRebuild(program);
  },
  async quarantine(program) {
    const { addQuarantine } = await import('./commands/warehouse/quarantine.ts');
    addQuarantine(program);
  },
  async backtest(program) {
    const { addBacktest } = await import('./commands/warehouse/backtest.ts');
    addBacktest(program);
  },
  async webhooks(program) {
    const { addWebhooks } = await import('./commands/webhooks/webhooks.ts');
    addWebhooks(program);
  },
  async mcp(program) {
    const { addMcp } = await import('./commands/mcp/mcp.ts');
    addMcp(program);
  },
  async osm(program) {
    const { addOsm } = await import('./commands/osm/osm.ts');
    const { readExtract, readOwnLots } = await import('./commands/osm/sources.ts');
    addOsm(program, { readObjects: readExtract, readLots: readOwnLots });
  },
};

/**
 * The command line; nothing runs before `parseAsync`. With the `word` of a command, only that one:
 * a role that runs for months should not hold what all the others need.
 */
export async function hexlotProgram(word = ''): Promise<Command> {
  const program = new Command('hexlot')
    .description(packageJson.description)
    .version(packageJson.version);
  const called = Object.entries(COMMANDS).filter(([name]) => name === word);
  for (const [, add] of called.length > 0 ? called : Object.entries(COMMANDS)) await add(program);
  return program;
}
