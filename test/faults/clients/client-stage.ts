import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startTestApi, type TestApi, type TestKey } from '../../api/client.ts';
import { addLot } from '../../stage/fixtures.ts';

/** Where the clients park; nothing else is near. */
const PLACE = { latitude: 41.2, longitude: -99.6 };

export type ClientStage = {
  api: TestApi;
  key: TestKey;
  lotId: string;
  /** A folder for the client, with the served document in `openapi.json`. */
  folder: string;
  /** What a client must know, as environment variables. */
  env: NodeJS.ProcessEnv;
  stop(): Promise<void>;
};

/** A service with one lot, and the document from which a client for it is made. */
export async function openClientStage(): Promise<ClientStage> {
  const api = await startTestApi();
  const key = await api.createKey();
  const lotId = await addLot(api.database, { operator_id: key.operatorId, ...PLACE });
  const folder = await mkdtemp(join(tmpdir(), 'hexlot-client-'));
  const { text } = await api.request('GET', '/openapi.json');
  await writeFile(join(folder, 'openapi.json'), text);
  return {
    api,
    key,
    lotId,
    folder,
    env: { ...process.env, BASE: api.url, KEY: key.secret },
    async stop() {
      await rm(folder, { recursive: true });
      await api.stop();
    },
  };
}
