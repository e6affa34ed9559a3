import type { Command } from 'commander';
import { prepareRoles, withDatabase } from '../database.ts';
import { type OutputOptions, print } from '../output.ts';

export function addMigrate(program: Command): void {
  program
    .command('migrate')
    .description('bring the database to the newest version')
    .option('--json', 'one JSON object on stdout')
    .action(async (options: OutputOptions) => {
      await withDatabase('migrate', async (db, environment) => {
        await prepareRoles(environment, db.connectionString);
        print(options, { status: 'current' }, ['The database is at the newest version.']);
      });
    });
}
