import { Pool } from 'undici';
import { type Load, loop } from './load.ts';

/**
 * Asks for the same path again and again. Reads the bytes without decoding them, which would cost
 * more than sending them.
 */
export async function readAgain(
  url: string,
  path: string,
  asked: { key: string; coding: 'gzip' | 'identity' },
  loops: { inFlight: number; durationMs: number },
): Promise<Load> {
  const pool = new Pool(url, { connections: loops.inFlight });
  const headers = { authorization: `Bearer ${asked.key}`, 'accept-encoding': asked.coding };
  const load = await loop(async () => {
    const { statusCode, body } = await pool.request({ path, method: 'GET', headers });
    for await (const _ of body);
    if (statusCode !== 200) throw new Error(`${url}${path} answered ${statusCode}`);
  }, loops);
  await pool.close();
  return load;
}
