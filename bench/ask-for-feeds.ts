import { setTimeout as sleep } from 'node:timers/promises';
import { Agent } from 'undici';
import { randomFrom } from '../src/demo/random.ts';
import type { HostileCount } from './hostile-feeds.ts';

// Callers of one address without a key, each on a connection of its own, who ask for the map of
// lots in one large box after another, no two of them alike, zipped or plain. They read all they
// get, and where they are refused they come back as soon as they may. Until a message comes: that
// is answered with what became of them.
const [url = '', connections = '', seed = ''] = process.argv.slice(2);
const random = randomFrom(Number(seed));
const agent = new Agent({ connections: Number(connections) });
const count: HostileCount = { statuses: {}, byteLength: 0 };
let isOn = true;

async function ask(i: number): Promise<void> {
  const [west, south] = [-180 + 20 * random(), -90 + 10 * random()];
  const [east, north] = [180 - 20 * random(), 90 - 10 * random()];
  const { statusCode, headers, body } = await agent.request({
    origin: url,
    path: `/api/v1/lots.geojson?bbox=${[west, south, east, north].join(',')}`,
    method: 'GET',
    headers: { 'accept-encoding': i % 2 === 0 ? 'gzip' : 'identity' },
  });
  for await (const chunk of body) count.byteLength += chunk.length;
  count.statuses[statusCode] = (count.statuses[statusCode] ?? 0) + 1;
  const waitSeconds = Number(headers['retry-after'] ?? 0);
  if (isOn && waitSeconds > 0) await sleep(1_000 * waitSeconds);
}

const callers = Array.from({ length: Number(connections) }, async (_, i) => {
  while (isOn) await ask(i);
});
process.on('message', async () => {
  isOn = false;
  await Promise.all(callers);
  await agent.close();
  process.send?.(count);
  process.disconnect?.();
});
