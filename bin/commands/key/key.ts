import type { Command } from 'commander';
import type { KeyRecord } from '../../../src/access/keys/create-key.ts';
import { listKeys } from '../../../src/access/keys/list-keys.ts';
import { revokeKey } from '../../../src/access/keys/revoke-key.ts';
import { rotateKey } from '../../../src/access/keys/rotate-key.ts';
import { toMandate } from '../../../src/access/mandates/mandate.ts';
import { shownText } from '../../../src/kit/text/shown-text.ts';
import { withDatabase } from '../../database.ts';
import { type OutputOptions, print } from '../../output.ts';
import { describeMandate } from '../mandate/describe.ts';
import { addKeyCreate } from './create.ts';
import { showKey } from './show.ts';

export function addKey(program: Command): void {
  const key = program.command('key').description('API keys of an operator');
  addKeyCreate(key);
  addRotate(key);
  addRevoke(key);
  addList(key);
}

function addRotate(key: Command): void {
  key
    .command('rotate')
    .description('make a key that may do what an old one might, which ends at once and for good')
    .requiredOption('--key <id>', 'the old key')
    .option('--json', 'one JSON object on stdout')
    .action(async (options: OutputOptions & { key: string }) => {
      await withDatabase('key', async (db) => {
        const { key, secret } = await rotateKey(db, {
          keyId: options.key,
          actorId: 'hexlot key rotate',
        });
        print(options, { key: { ...(await showKey(db, key)), secret } }, [
          `Key ${options.key} is revoked, and key ${key.id} (${key.mode}) in its place.`,
          'Its secret, shown this once:',
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
        const shown = await Promise.all(keys.map((key) => showKey(db, key)));
        print(options, { keys: shown }, [...none, ...keys.map(describe)]);
      });
    });
}

function describe(key: KeyRecord): string {
  const { id, name, prefix, last4, scopes, revokedAt, expiresAt, spendCapCents, mandate } = key;
  const limits = Object.entries(key.rateLimits).map(([budget, calls]) => `, ${budget}=${calls}`);
  const details = [
    revokedAt === null ? '' : `, revoked ${revokedAt.toISOString()}`,
    expiresAt === null ? '' : `, expires ${expiresAt.toISOString()}`,
    spendCapCents === null ? '' : `, at most ${spendCapCents} cents a month`,
    ...limits,
    mandate === null ? '' : `, mandate ${describeMandate(toMandate(mandate))}`,
  ];
  return `${id}  ${shownText(name)} (${prefix}…${last4}${details.join('')})  ${scopes.join(',')}`;
}
