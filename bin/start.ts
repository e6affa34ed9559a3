import { resolve } from 'node:path';
import { checkListening } from '../api/http/listen.ts';
import { invitationUrl } from '../src/access/members/invitations/invitation.ts';
import { readConfig, VARIABLES } from '../src/config.ts';
import { OWNER_OPERATOR } from '../src/kit/account-settings.ts';
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '../src/kit/embedded-postgres/embedded-postgres.ts';
import { checkWarehouse } from './check-warehouse.ts';
import { type Environment, openEnvironment } from './environment.ts';
import { wrappingKeys } from './plate-keys.ts';
import { type Demo, openPreparation, type Preparation } from './prepare/preparation.ts';
import { StopRequested, unlessStopped, whenStopped } from './stop-request.ts';
import { createSupervisor, type Supervisor } from './supervisor.ts';
import { checkWritable } from './writable.ts';

/**
 * Runs until it is asked to stop. A stop during the start ends in the same order and is no failure.
 */
export async function start(): Promise<void> {
  const environment = openEnvironment('start');
  try {
    await checkGround(environment);
    await serve(environment);
  } catch (error) {
    if (!(error instanceof StopRequested)) throw error;
  }
  say('Stopped. The data is kept; start again to go on.');
}

/** Checks that everything the configuration names can be used, before anything is started. */
async function checkGround(environment: Environment): Promise<void> {
  const { config } = environment;
  await checkListening(config);
  wrappingKeys(config);
  await checkWritable('HEXLOT_DATA_DIR', config.dataDir);
  await checkWarehouse(environment);
}

async function serve(environment: Environment): Promise<void> {
  const { config, log, signal } = environment;
  const isOurs = config.databaseUrl === undefined;
  say(isOurs ? 'Starting PostgreSQL …' : 'Opening the database …');
  const embedded = isOurs ? await startOurs(environment) : undefined;
  const supervisor = createSupervisor(log);
  const preparation = openPreparation();
  try {
    await bringUp(preparation, supervisor, environment);
    await whenStopped(signal);
  } finally {
    if (signal.aborted) say('Stopping …');
    await preparation.stop();
    await supervisor.stop();
    await embedded?.stop();
  }
}

/** This process keeps its share of the server, so that it goes on when a role ends. */
function startOurs({ config, log, signal }: Environment): Promise<EmbeddedPostgres> {
  const onNotice = (text: string) => process.stderr.write(`${text}\n`);
  return startEmbeddedPostgres({ dataDir: config.dataDir, log, signal, onNotice });
}

/** After a request to stop no further step is begun, though the one at work may still succeed. */
async function bringUp(
  preparation: Preparation,
  supervisor: Supervisor,
  { config, signal }: Environment,
): Promise<void> {
  const demo = await unlessStopped(signal, preparation.demo());
  const starting = ['api', 'courier', 'pipelines'].map((role) =>
    supervisor.start(role, demoSettings(config, demo)),
  );
  const [address] = await unlessStopped(signal, Promise.all(starting));
  say('Computing the market figures …');
  await unlessStopped(signal, preparation.refresh());
  say(welcome(address ?? config.baseUrl, demo));
}

/** Whoever tries the demo on this machine owns the server. */
function demoSettings(
  { databaseUrl, ownerOperatorId }: Environment['config'],
  demo: Demo | null,
): Record<string, string> {
  const isTried = databaseUrl === undefined && ownerOperatorId === undefined && demo !== null;
  return isTried ? { [OWNER_OPERATOR]: demo.operatorId } : {};
}

function welcome(address: string, demo: Demo | null): string {
  const lines = ['', `Hexlot is up at ${address}`];
  if (demo === null) {
    lines.push(...firstSteps());
  } else {
    const { lat, lng } = demo.centre;
    const place = `lat=${lat}&lng=${lng}&radius_km=5`;
    lines.push(
      'It holds a synthetic demo city: invented lots, stays and searches.',
      '',
      'Look at it in a browser, as the owner of one of its operators (good once, for 24 hours):',
      '',
      `  ${invitationUrl(address, demo.invitationToken)}`,
      '',
      'Or call the API:',
      '',
      `  live key  ${demo.keys.live}`,
      `  test key  ${demo.keys.test}`,
      '',
      'What does parking cost there?',
      '',
      `  curl -H 'Authorization: Bearer ${demo.keys.live}' \\`,
      `    '${address}/api/v2/intelligence/market-rate?${place}'`,
      '',
      'The lines of README.md and docs/ work in another terminal, in this folder, after this one:',
      '',
      `  BASE=${address} KEY=${demo.keys.live} OPERATOR=${demo.operatorId}`,
    );
  }
  return [...lines, '', `API description: ${address}/openapi.json    Ctrl-C stops.`, ''].join('\n');
}

/** What to do in an empty city: a command that works as printed, and where to read on. */
function firstSteps(): string[] {
  const { dataDir, databaseUrl } = readConfig();
  const isOwnFolder = dataDir !== resolve(VARIABLES.HEXLOT_DATA_DIR ?? '');
  const folder = isOwnFolder ? `HEXLOT_DATA_DIR='${dataDir.replaceAll("'", `'\\''`)}' ` : '';
  // The address of a database may contain a password, so only the variable is named.
  const settings = databaseUrl === undefined ? '' : ' with the same HEXLOT_DATABASE_URL';
  return [
    `It holds no demo data. In another terminal${settings}, in this folder:`,
    '',
    `  ${folder}npm run hexlot -- operator create --name 'My city' --plan pro`,
    '',
    'docs/importing.md goes on from there: a key, your lots, what parking costs.',
  ];
}

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}
