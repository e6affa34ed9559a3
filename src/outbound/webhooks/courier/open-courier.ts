import type { Logger } from 'pino';
import type { Config } from '../../../config.ts';
import type { Clock } from '../../../kit/clock.ts';
import { openPostgres, type Postgres } from '../../../stores/postgres.ts';
import { openSender } from '../sending/open-sender.ts';
import { runCourier } from './run-courier.ts';

/** A courier relays, claims, marks and challenges at the same time. */
const POOL_SIZE = 4;

const PARAMETERS = {
  // What a crash of the database takes back is sent again: the receiver knows it by its id. So a
  // statement need not wait for the disk.
  synchronous_commit: 'off',
  // A plan that was made while the tables were small would read all of a million waiting rows.
  enable_seqscan: 'off',
  enable_hashjoin: 'off',
  enable_mergejoin: 'off',
};

/** Runs a courier on connections of its own, with the rights of `db`, until `stop`. */
export function openCourier(services: {
  config: Pick<Config, 'webhookAllow'>;
  db: Pick<Postgres, 'connectionString' | 'plates'>;
  log: Logger;
  clock: Clock;
}): { stop(): Promise<void> } {
  const { config, log, clock } = services;
  const db = openCourierDatabase(services.db, log);
  const sender = openSender({ allow: config.webhookAllow, log });
  const courier = runCourier({ db, log, clock, sender, allow: config.webhookAllow });
  return {
    async stop() {
      await courier.stop();
      await db.close();
    },
  };
}

export function openCourierDatabase(
  { connectionString, plates }: Pick<Postgres, 'connectionString' | 'plates'>,
  log: Logger,
): Postgres {
  return openPostgres({
    connectionString,
    plates,
    poolSize: POOL_SIZE,
    name: 'courier',
    log,
    parameters: PARAMETERS,
  });
}
