import { type Command, Option } from 'commander';
import { createKey } from '../../../src/access/keys/create-key.ts';
import { SCOPES } from '../../../src/access/principals/scopes.ts';
import { readMandate } from '../../../src/parking/mandates/read-mandate.ts';
import { withDatabase } from '../../database.ts';
import { type OutputOptions, print } from '../../output.ts';
import type { Mode } from '../options.ts';
import { readExpiry, readJson, readRateLimits, USUAL_RATE_LIMITS, wholeNumber } from './options.ts';
import { showKey } from './show.ts';

type Options = OutputOptions & {
  operator: string;
  mode: Mode;
  scopes: string;
  name: string;
  fleet?: string;
  platform?: string;
  expires?: string;
  rateLimit: string[];
  spendCap?: string;
  mandate?: string;
};

export function addKeyCreate(key: Command): void {
  key
    .command('create')
    .description('make a key; its secret is shown this once')
    .requiredOption('--operator <id>', 'whose key it is')
    .addOption(
      new Option('--mode <mode>', 'live or test mode')
        .choices(['live', 'test'])
        .makeOptionMandatory(),
    )
    .requiredOption('--scopes <a,b>', `what it may do: ${SCOPES.join(', ')}`)
    .option('--name <name>', 'what it is for', 'unnamed')
    .option('--fleet <id>', 'bind it to a fleet')
    .option('--platform <name>', 'the agent platform that holds it')
    .option('--expires <instant>', 'when it ends by itself, such as 2027-03-01T08:00:00Z')
    .option(
      '--rate-limit <budget=calls>',
      `calls per minute where not the usual ones (${USUAL_RATE_LIMITS.join(', ')}); repeatable`,
      (text: string, others: string[]) => [...others, text],
      [],
    )
    .option('--spend-cap <cents>', 'most US cents of priced answers per month (UTC)')
    .option('--mandate <json>', 'what it may spend on parking, where and when (docs/mandates.md)')
    .option('--json', 'one JSON object on stdout')
    .action(create);
}

async function create(options: Options): Promise<void> {
  const { expires, spendCap, mandate } = options;
  const request = {
    operatorId: options.operator,
    name: options.name,
    mode: options.mode,
    scopes: options.scopes.split(',').map((scope) => scope.trim()),
    fleetId: options.fleet ?? null,
    agentPlatform: options.platform ?? null,
    rateLimits: readRateLimits(options.rateLimit),
    spendCapCents: spendCap === undefined ? null : wholeNumber(spendCap),
    expiresAt: expires === undefined ? null : readExpiry(expires),
    actorId: 'hexlot key create',
  };
  const keyMode = { livemode: options.mode === 'live' };
  await withDatabase('key', async (db) => {
    const { key, secret } = await createKey(db, {
      ...request,
      mandate: mandate === undefined ? null : await readMandate(db, keyMode, readJson(mandate)),
    });
    print(options, { key: { ...(await showKey(db, key)), secret } }, [
      `Key ${key.id} (${key.mode}) created. Its secret, shown this once:`,
      secret,
    ]);
  });
}
