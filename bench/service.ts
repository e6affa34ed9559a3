import pino from 'pino';
import { Type } from 'typebox';
import { openApp } from '../api/open-app.ts';
import { defineOperation } from '../api/operation.ts';
import { routes } from '../api/routes.ts';
import { createApi } from '../api/server.ts';
import { systemClock } from '../src/clock.ts';
import { readConfig } from '../src/config.ts';
import { openPostgres } from '../src/stores/postgres.ts';

// The whole service as one process, as `hexlot api` runs it, with one operation more: the least
// that an answer can cost behind the same middleware.
const hello = defineOperation({
  operationId: 'hello',
  method: 'get',
  path: '/hello',
  summary: 'Say hello',
  tags: ['bench'],
  auth: { scope: 'intelligence', plans: ['pro', 'enterprise'] },
  budgets: ['intelligence'],
  responses: { 200: { description: 'hello', schema: Type.Object({ hello: Type.String() }) } },
  handler: async () => ({ status: 200 as const, body: { hello: 'world' } }),
});

const [connectionString = ''] = process.argv.slice(2);
const log = pino({ level: 'warn' }, pino.destination(2));
const config = readConfig({ HEXLOT_PORT: '0', HEXLOT_LOG_LEVEL: 'warn' });
const db = openPostgres({ connectionString, poolSize: config.poolSize, name: 'bench', log });
const { app, close } = openApp({ config, db, log, clock: systemClock });
const server = createApi(app, [...routes, hello]);
const { port } = await server.start();
process.send?.({ port });
process.on('disconnect', async () => {
  await server.stop();
  await close();
  await db.close();
});
