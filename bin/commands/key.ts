import { type Command, Option } from 'commander';
import { createKey } from '../../src/keys/create-key.ts';
import { revokeKey } from '../../src/keys/revoke-key.ts';
import { withDatabase } from '../database.ts';
import type { Mode } from '../options.ts';
import { type OutputOptions, print } from '../output.ts';

type Options = OutputOptions & {
  operator: string;
  mode: Mode;
  scopes: string;
  name: string;
  fleet?: string;
  platform?: string;
};

export function addKey(program: Command): void {
  const key = program.command('key').description('API keys of an operator');
  addCreate(key);
  addRevoke(key);
}

function addCreate(key: Command): void {
  key
    .command('create')
    .description('make a key; its secret is shown this once')
    .requiredOption('--operator <id>', 'whose key it is')
    .addOption(
      new Option('--mode <mode>', 'live or test world')
        .choices(['live', 'test'])
        .makeOptionMandatory(),
    )
    .requiredOption('--scopes <a,b>', 'what it may do')
    .option('--name <name>', 'what it is for', 'unnamed')
    .option('--fleet <id>', 'bind it to a fleet')
    .option('--platform <name>', 'the agent platform that holds it')
    .option('--json', 'one JSON object on stdout')
    .action(async (options: Options) => {
      await withDatabase('key', async (db) => {
        const { key, secret } = await createKey(db, {
          operatorId: options.operator,
          name: options.name,
          mode: options.mode,
          scopes: options.scopes.split(',').map((scope) => scope.trim()),
          fleetId: options.fleet ?? null,
          agentPlatform: options.platform ?? null,
          actorId: 'hexlot key create',
        });
        print(options, { key: { ...key, secret } }, [
          `Key ${key.id} (${key.mode}) created. Its secret, shown this once:`,
          secret,
        ]);
      });
    });
}

function addRevoke(key: Command): void {
  key
    .command('revoke')
    .description('end a key at once and for good')
    .requiredOption('--key <id>', 'which key')
    .option('--json', 'one JSON object on stdout')
    .action(async (options: OutputOptions & { key: string }) => {
      await withDatabase('key', async (db) => {
        const { revokedAt } = await revokeKey(db, {
          keyId: options.key,
          actorId: 'hexlot key revoke',
        });
        print(options, { key: { id: options.key, revoked_at: revokedAt } }, [
          `Key ${options.key} is revoked.`,
        ]);
      });
    });
}
