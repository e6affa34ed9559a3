import { buffer } from 'node:stream/consumers';
import { Pool, request } from 'undici';
import { type Load, loop } from './load.ts';

type Asked = { key: string; coding: 'gzip' | 'identity' };

/** Throws unless two servers answer a path with the same bytes; returns how many. */
export async function checkSameBytes(
  urls: readonly [string, string],
  path: string,
  asked: Asked,
): Promise<number> {
  const bodies = await Promise.all(
    urls.map(async (url) => {
      const { statusCode, body } = await request(`${url}${path}`, { headers: headersOf(asked) });
      if (statusCode !== 200) throw new Error(`${url}${path} answered ${statusCode}`);
      return buffer(body);
    }),
  );
  const [ours, theirs] = bodies;
  if (ours === undefined || theirs === undefined || !ours.equals(theirs) || ours.length === 0)
    throw new Error(`${path}: ${ours?.length} bytes, but ${theirs?.length} others from node:http`);
  return ours.length;
}

const headersOf = ({ key, coding }: Asked) => ({
  authorization: `Bearer ${key}`,
  'accept-encoding': coding,
});

/**
 * Asks for the same path again and again. Reads the bytes without decoding them, which would cost
 * more than sending them.
 */
export async function readAgain(
  url: string,
  path: string,
  asked: Asked,
  loops: { inFlight: number; durationMs: number },
): Promise<Load> {
  const pool = new Pool(url, { connections: loops.inFlight });
  const headers = headersOf(asked);
  const load = await loop(async () => {
    const { statusCode, body } = await pool.request({ path, method: 'GET', headers });
    for await (const _ of body);
    if (statusCode !== 200) throw new Error(`${url}${path} answered ${statusCode}`);
  }, loops);
  await pool.close();
  return load;
}
