import { type Command, Option } from 'commander';
import { createKey, type KeyRecord } from '../../src/keys/create-key.ts';
import { listKeys } from '../../src/keys/list-keys.ts';
import { revokeKey } from '../../src/keys/revoke-key.ts';
import { SCOPES } from '../../src/keys/scopes.ts';
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
  addList(key);
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
    .requiredOption('--scopes <a,b>', `what it may do: ${SCOPES.join(', ')}`)
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

function addList(key: Command): void {
  key
    .command('list')
    .description("an operator's keys, revoked ones too, the newest first; never their secrets")
    .requiredOption('--operator <id>', 'whose keys')
    .option('--json', 'one JSON object on stdout')
    .action(async (options: OutputOptions & { operator: string }) => {
      await withDatabase('key', async (db) => {
        const keys = await listKeys(db, options.operator);
        const none = keys.length === 0 ? ['This operator has no key yet.'] : [];
        print(options, { keys }, [...none, ...keys.map(describe)]);
      });
    });
}

function describe({ id, name, prefix, last4, scopes, revoked_at }: KeyRecord): string {
  const ending = revoked_at === null ? '' : `, revoked ${revoked_at.toISOString()}`;
  return `${id}  ${name} (${prefix}…${last4}${ending})  ${scopes.join(',')}`;
}
