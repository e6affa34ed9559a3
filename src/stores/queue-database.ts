import type { Db } from 'pg-boss';
import type { Logger } from 'pino';
import { followNotices } from './notices.ts';
import { listen } from './own-connection.ts';
import { openPool } from './pooled-connection.ts';
import type { Postgres } from './postgres.ts';

const POOL_SIZE = 3;
const CONNECT_TIMEOUT_MS = 10_000;

/**
 * The connections of the queue. Those that pg-boss would open itself are without a listener for
 * errors while they are closed: where the server ended one at that moment, the process ended too.
 */
export function openQueueDatabase(options: {
  connectionString: string;
  log: Logger;
}): Db & { close(): Promise<void> } {
  const { connectionString, log } = options;
  const settings = {
    connectionString,
    application_name: 'hexlot queue',
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
  };
  const { pool } = openPool({ ...settings, max: POOL_SIZE }, log);
  const db: Pick<Postgres, 'listen'> = {
    listen: (...what) => listen({ settings, log }, ...what),
  };
  return {
    executeSql: (text, values) => pool.query(text, values),
    async listen(channel, onNotification, onReconnect) {
      const notices = followNotices({ db, log }, channel, (payload) => {
        if (payload !== undefined) onNotification(payload);
        else if (notices.isListening()) onReconnect();
      });
      return notices;
    },
    close: () => pool.end(),
  };
}
