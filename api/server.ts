import { openKeyring } from '../src/keys/keyring.ts';
import type { Api, App } from './app.ts';
import { createBudgets } from './budgets.ts';
import { homePage } from './home-page.ts';
import { createListener } from './listener.ts';
import type { Doors } from './middleware/answer.ts';
import { createPeerReader } from './middleware/transport.ts';
import { describeApi } from './openapi.ts';
import type { Operation } from './operation.ts';
import { createRouter } from './router.ts';
import { routes } from './routes.ts';

export type ApiServer = {
  /** Resolves once requests are answered; rejects when the port cannot be had. */
  start(): Promise<{ port: number }>;
  /** Lets answers under way finish, for at most ten seconds. The app stays open: close it after. */
  stop(): Promise<void>;
};

/** The service's doors: the operations, served as the app's configuration says. */
export function createApi(app: App, operations: readonly Operation[] = routes): ApiServer {
  const document = describeApi(operations, app.config.baseUrl);
  const api: Api = {
    ...app,
    startedAt: app.clock.now(),
    openApiJson: Buffer.from(JSON.stringify(document)),
    homePage: Buffer.from(homePage(operations, app.config.baseUrl)),
  };
  const keyring = openKeyring(app);
  const doors: Doors = {
    api,
    keyring,
    budgets: createBudgets(app.clock),
    readPeer: createPeerReader(app.config),
  };
  const listener = createListener(app.config, doors, createRouter(doors, operations));
  return {
    start: listener.start,
    async stop() {
      await listener.stop();
      await keyring.close();
    },
  };
}
