import { checkListening } from '../api/http/listen.ts';
import { seedDemo } from '../src/demo/seed-demo.ts';
import type { LatLng } from '../src/geometry/great-circle.ts';
import type { Postgres } from '../src/stores/postgres.ts';
import { type Environment, openDatabase, openEnvironment, prepareRoles } from './database.ts';
import { type DemoKeys, demoKeys } from './demo-keys.ts';
import { firstSteps } from './first-steps.ts';
import { type Progress, progressBar } from './output.ts';
import { StopRequested, unlessStopped, whenStopped } from './stop-request.ts';
import { createSupervisor, type Supervisor } from './supervisor.ts';
import { askPipelines, checkWarehouse } from './warehouse-job.ts';
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
  await checkWritable('HEXLOT_DATA_DIR', config.dataDir);
  await checkWarehouse(environment);
}

async function serve(environment: Environment): Promise<void> {
  const { config, log, signal } = environment;
  const isOurs = config.databaseUrl === undefined;
  say(isOurs ? 'Starting PostgreSQL …' : 'Opening the database …');
  // Others may use a database that is not this machine's alone: who runs it decides when.
  const readying = isOurs ? 'migrate' : 'wait';
  const database = await openDatabase(environment, { name: 'start', readying });
  const supervisor = createSupervisor(log);
  try {
    await unlessStopped(signal, bringUp(database.db, supervisor, environment));
    await whenStopped(signal);
  } finally {
    if (signal.aborted) say('Stopping …');
    await supervisor.stop();
    await database.close();
  }
}

async function bringUp(
  db: Postgres,
  supervisor: Supervisor,
  environment: Environment,
): Promise<void> {
  await prepareRoles(environment, db.connectionString);
  const demo = await openDemo(db, environment);
  const [address] = await Promise.all(
    ['api', 'courier', 'pipelines'].map((role) => supervisor.start(role)),
  );
  say('Computing the market figures …');
  await askPipelines('refresh', db, environment);
  say(welcome(address ?? environment.config.baseUrl, demo));
}

/** The demo city, with keys of one of its operators. */
type Demo = { keys: DemoKeys; operatorId: string; centre: LatLng };

async function openDemo(db: Postgres, { config }: Environment): Promise<Demo | undefined> {
  if (config.seed === 'none') return undefined;
  let progress: Progress | undefined;
  const demo = await seedDemo(db, {
    onProgress(done, total) {
      progress ??= progressBar('Building the synthetic demo city', total, 'rows');
      progress.update(done);
    },
  });
  progress?.done();
  if (demo === undefined) return undefined;
  return {
    keys: await demoKeys(db, config.dataDir, demo.buyerOperatorId),
    operatorId: demo.buyerOperatorId,
    centre: demo.centre,
  };
}

function welcome(address: string, demo: Demo | undefined): string {
  const lines = ['', `Hexlot is up at ${address}`];
  if (demo === undefined) {
    lines.push(...firstSteps());
  } else {
    const { lat, lng } = demo.centre;
    const place = `lat=${lat}&lng=${lng}&radius_km=5`;
    lines.push(
      'It holds a synthetic demo city: invented lots, stays and searches.',
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

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}
