import type { Command } from 'commander';
import type { Postgres } from '../../../src/stores/postgres.ts';
import { prepareRoles, withDatabase } from '../../database.ts';
import type { Environment } from '../../environment.ts';
import { type OutputOptions, print } from '../../output.ts';

export function addMigrate(program: Command): void {
  program
    .command('migrate')
    .description('bring the database to the newest version')
    .option('--json', 'one JSON object on stdout')
    .action(async (options: OutputOptions) => {
      const work = async (db: Postgres, environment: Environment) => {
        await prepareRoles(environment, db.connectionString);
        print(options, { status: 'current' }, ['The database is at the newest version.']);
      };
      await withDatabase('migrate', work, { readying: 'migrate' });
    });
}
