import type { Comparison, Run } from '../report.ts';
import { callFor, getLoop, openClient } from '../stage/load.ts';
import type { Stack } from '../stage/stack.ts';

const IN_FLIGHT = 32;
const AIM = '>= 0.3';
/** As browsers send it. */
const CODINGS = 'gzip, deflate, br';

/** Pages that people read, and a text that each must contain. */
const PAGES = [
  { title: 'GET /, 32 in flight', path: '/', text: 'Parking, and what it costs' },
  { title: 'GET /docs/by-hand, 32 in flight', path: '/docs/by-hand', text: '<article' },
] as const;

/** GET of pages for people, as browsers ask for them, against hello behind the same middleware. */
export async function comparePages(stack: Stack, run: Run): Promise<Comparison[]> {
  const { pairs, durationMs, say } = run;
  await checkPages(stack);
  const loops = { inFlight: IN_FLIGHT, durationMs };
  const measured = PAGES.map((page) => ({ ...page, pairs: [] as Comparison['pairs'] }));
  for (let pair = 0; pair < pairs; pair += 1)
    for (const { title, path, pairs: found } of measured) {
      say(`${title}, pair ${pair + 1} of ${pairs}`);
      const bare = await getLoop(stack, () => '/hello', loops);
      const ours = await getLoop({ ...stack, acceptEncoding: CODINGS }, () => path, loops);
      found.push({ ours, bare });
    }
  return measured.map(({ title, pairs: found }) => ({
    title,
    against: 'hello behind the same middleware',
    figure: 'perSecond',
    aim: AIM,
    pairs: found,
  }));
}

/** Throws unless each page is the one that is meant. */
async function checkPages(stack: Stack): Promise<void> {
  const client = openClient(stack, 1);
  for (const { path, text } of PAGES) {
    const answer = await callFor(client, 200, { method: 'GET', path });
    if (!answer.includes(text)) throw new Error(`${path} does not say ${text}`);
  }
  await client.close();
}
