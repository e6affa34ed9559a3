import { once } from 'node:events';
import { invite } from '../../src/access/members/invitations/invite.ts';
import { systemActor } from '../../src/access/principals/actor.ts';
import { readConfig } from '../../src/config.ts';
import { seedDemo } from '../../src/demo/seed-demo.ts';
import { counted } from '../../src/kit/text/counted.ts';
import { wholeReason } from '../../src/kit/text/whole-reason.ts';
import { sealStored } from '../../src/stores/plates/seal-stored.ts';
import type { Postgres } from '../../src/stores/postgres.ts';
import { prepareRoles, withDatabase } from '../database.ts';
import { demoKeys } from '../demo-keys.ts';
import type { Environment } from '../environment.ts';
import { type Progress, progressBar } from '../output.ts';
import { StopRequested } from '../stop-request.ts';
import { askPipelines } from '../warehouse-job.ts';
import type { Demo, PreparedMessage } from './preparation.ts';

try {
  // Others may use a database that is not this machine's alone: who runs it decides when.
  const readying = readConfig().databaseUrl === undefined ? 'migrate' : 'wait';
  await withDatabase('start', bringUp, { readying });
} catch (error) {
  if (!(error instanceof StopRequested)) tell({ failed: wholeReason(error) });
  process.exitCode = 1;
} finally {
  if (process.connected) process.disconnect?.();
}

async function bringUp(db: Postgres, environment: Environment): Promise<void> {
  await prepareRoles(environment, db.connectionString);
  // Nothing of an older version runs on a database of this machine's alone.
  if (environment.config.databaseUrl === undefined) await sealPlates(db, environment);
  const demo = (await openDemo(db, environment)) ?? null;
  tell({ demo });
  // Once the roles run.
  await once(process, 'message');
  await askPipelines('refresh', db, environment);
  tell({ demo });
}

async function sealPlates(db: Postgres, { signal }: Environment): Promise<void> {
  const count = await sealStored({ db, signal });
  if (count > 0)
    process.stdout.write(`Sealed ${counted(count, 'plate')} that were stored plain.\n`);
}

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
  const { buyerOperatorId: operatorId, centre } = demo;
  const asked = { operatorId, email: null, role: 'owner' };
  return {
    keys: await demoKeys(db, config.dataDir, operatorId),
    invitationToken: (await invite(db, asked, systemActor('hexlot start'))).token,
    ...{ operatorId, centre },
  };
}

function tell(message: PreparedMessage): void {
  process.send?.(message);
}
