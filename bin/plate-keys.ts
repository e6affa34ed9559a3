import { randomBytes } from 'node:crypto';
import { link, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '../src/config.ts';
import { MAKE_PLATE_KEY, newPlateKey, readPlateKeys } from '../src/kit/plate-keys.ts';
import { ConfigError } from '../src/kit/read-setting.ts';
import type { WrappingKeys } from '../src/stores/plates/open-plates.ts';

type Settings = Pick<Config, 'plateKeys' | 'databaseUrl' | 'dataDir'>;

const FILE = 'plate.key';
const VARIABLE = 'HEXLOT_PLATE_KEY';

/**
 * The keys of `HEXLOT_PLATE_KEY`, and for the embedded database also those of a file in the data
 * directory, which is made where there is none and the variable is not set. Throws ConfigError
 * naming the variable when another database has no key.
 */
export function wrappingKeys({ plateKeys, databaseUrl, dataDir }: Settings): WrappingKeys {
  if (databaseUrl !== undefined) {
    if (plateKeys.length > 0) return { name: VARIABLE, read: async () => plateKeys };
    const how = `${MAKE_PLATE_KEY} makes one, to be kept as safe as backups`;
    throw new ConfigError(VARIABLE, `is needed with HEXLOT_DATABASE_URL: ${how}`);
  }
  const path = join(dataDir, FILE);
  const read = async () => [...plateKeys, ...(await readFileKeys(path))];
  if (plateKeys.length > 0) return { name: VARIABLE, read };
  return { name: path, read, make: () => makeFile(dataDir, path) };
}

/**
 * Calls `wrap` with keys whose first one is new: that of the variable, or one that is made for the
 * file, which keeps no other afterwards. Whenever it ends, the file has a key that opens.
 */
export async function withNewKey<T>(
  config: Settings,
  wrap: (keys: readonly Buffer[]) => Promise<T>,
): Promise<T> {
  const { name, read, make } = wrappingKeys(config);
  const keys = await read();
  if (make === undefined) return wrap(keys);
  const key = newPlateKey();
  await replaceFile(name, [key, ...keys]);
  const done = await wrap([key, ...keys]);
  await replaceFile(name, [key]);
  return done;
}

async function readFileKeys(path: string): Promise<Buffer[]> {
  try {
    return readPlateKeys(path, await readFile(path, 'utf8'));
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    throw error;
  }
}

/** Of several processes that make one at the same moment, all get that of the first. */
async function makeFile(dataDir: string, path: string): Promise<Buffer> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const place = (draft: string) =>
    link(draft, path).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
  await write(path, [newPlateKey()], place);
  const [key] = await readFileKeys(path);
  if (key === undefined) throw new Error(`${path} could not be written`);
  return key;
}

function replaceFile(path: string, keys: readonly Buffer[]): Promise<void> {
  return write(path, keys, (draft) => rename(draft, path));
}

async function write(
  path: string,
  keys: readonly Buffer[],
  place: (draft: string) => Promise<void>,
): Promise<void> {
  const draft = `${path}.${randomBytes(4).toString('hex')}`;
  try {
    const text = keys.map((key) => key.toString('base64')).join(',');
    await writeFile(draft, `${text}\n`, { mode: 0o600, flush: true });
    await place(draft);
  } finally {
    await rm(draft, { force: true });
  }
}
