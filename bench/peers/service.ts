import pino from 'pino';
import { Type } from 'typebox';
import { openApp } from '../../api/open-app.ts';
import { defineOperation, type Operation } from '../../api/operation.ts';
import { PRICES_CENTS } from '../../api/price/prices.ts';
import { routes } from '../../api/routes.ts';
import { createApi } from '../../api/server.ts';
import { readConfig } from '../../src/config.ts';
import { openServices } from '../../src/services/open-services.ts';
import { openPlates } from '../../src/stores/plates/open-plates.ts';
import { openPostgres } from '../../src/stores/postgres.ts';
import { benchKey } from '../bench-key.ts';
import { openPeers } from './peers.ts';

// The whole service as one process, as `hexlot api` runs it, with two additional operations. They
// show the least that an answer can cost behind the same middleware: free, and charged like
// intelligence. With the address of a second database, it also answers as others would, by SQL.
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

const pricedHello: Operation = {
  ...hello,
  operationId: 'pricedHello',
  path: '/priced-hello',
  price: PRICES_CENTS.marketRate,
};

const [connectionString = '', peerAddress] = process.argv.slice(2);
const log = pino({ level: 'warn' }, pino.destination(2));
const config = readConfig({ HEXLOT_PORT: '0', HEXLOT_LOG_LEVEL: 'warn' });
const plates = await openPlates(connectionString, benchKey());
const { poolSize } = config;
const db = openPostgres({ connectionString, poolSize, name: 'bench', log, plates });
const { app, close } = openApp(await openServices({ config, db, log }));
const peers = peerAddress === undefined ? undefined : openPeers(peerAddress, poolSize);
const server = createApi(app, [...routes, hello, pricedHello, ...(peers?.operations ?? [])]);
const { port } = await server.start();
process.send?.({ port });
process.on('disconnect', async () => {
  await server.stop();
  await close();
  await peers?.close();
  await db.close();
});
