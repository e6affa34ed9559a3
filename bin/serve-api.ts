import { openApp } from '../api/open-app.ts';
import { createApi } from '../api/server.ts';
import { checkOwner } from '../src/access/operators/check-owner.ts';
import type { Services } from '../src/services/open-services.ts';
import type { RunningRole } from './role.ts';

/** Serves the API on the configured address. Errors: ConfigError naming a setting. */
export async function serveApi(services: Services): Promise<RunningRole> {
  const { config, db } = services;
  await checkOwner(db, config);
  const { app, close } = openApp(services);
  const server = createApi(app);
  const stop = async () => {
    await server.stop();
    await close();
  };
  try {
    const { port } = await server.start();
    const address = config.port === 0 ? `http://${config.host}:${port}` : config.baseUrl;
    return { address, stop };
  } catch (error) {
    // Otherwise what is open already would keep the process running.
    await stop();
    throw error;
  }
}
