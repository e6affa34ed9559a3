import { randomFrom } from '../../src/demo/random.ts';
import type { Comparison, Run } from '../report.ts';
import { callFor, type HttpCall, httpLoop, openClient } from '../stage/load.ts';
import type { Stack } from '../stage/stack.ts';
import { prepareSearch, searchPath } from './search.ts';

const IN_FLIGHT = 32;
const SEED = 11;
const VERSION = '2026-07-28';
const TOOL = 'search_parking';
/** Both are an agent's, whose searches are audited. */
const AGENT = { 'x-agent-platform': 'bench' };

const HEADERS = {
  ...AGENT,
  accept: 'application/json, text/event-stream',
  'mcp-protocol-version': VERSION,
  'mcp-method': 'tools/call',
  'mcp-name': TOOL,
};
const META = {
  'io.modelcontextprotocol/protocolVersion': VERSION,
  'io.modelcontextprotocol/clientCapabilities': {},
};

/** A call of the tool search_parking against the same search over HTTP. */
export async function compareMcp(stack: Stack, run: Run): Promise<Comparison[]> {
  const places = await prepareSearch(stack, run);
  const random = randomFrom(SEED);
  const nextPath = () => searchPath(places, random);
  const measure = (callOf: (path: string) => HttpCall) =>
    httpLoop(
      { ...stack, expectStatus: 200, nextCall: () => callOf(nextPath()) },
      { inFlight: IN_FLIGHT, durationMs: run.durationMs },
    );
  await checkAlike(stack, nextPath());
  const pairs = [];
  for (let pair = 0; pair < run.pairs; pair += 1) {
    run.say(`calling the tool, pair ${pair + 1} of ${run.pairs}`);
    const bare = await measure((path) => ({ method: 'GET', path, headers: AGENT }));
    pairs.push({ ours: await measure(toolCall), bare });
  }
  return [
    {
      title: `tools/call of ${TOOL}, ${IN_FLIGHT} in flight, 5 km`,
      against: 'the same search over HTTP',
      figure: 'perSecond',
      aim: '>= 0.5',
      pairs,
    },
  ];
}

type Found = { lots: readonly { id: string }[] };

/** Throws unless the tool finds the lots that the search finds, and any. */
async function checkAlike(stack: Stack, path: string): Promise<void> {
  const client = openClient(stack, 1);
  const searched = await callFor(client, 200, { method: 'GET', path, headers: AGENT });
  const { result } = JSON.parse(await callFor(client, 200, toolCall(path)));
  await client.close();
  const [found, byTool] = [JSON.parse(searched), result?.structuredContent].map((answer) =>
    (answer as Found | undefined)?.lots.map(({ id }) => id).join(' '),
  );
  if (!found || found !== byTool) throw new Error(`${path}: ${found}, but the tool: ${byTool}`);
}

/** The search of this path as a call of the tool. */
function toolCall(path: string): HttpCall {
  const query = [...new URL(path, 'http://localhost').searchParams];
  const sent = Object.fromEntries(query.map(([name, value]) => [name, Number(value)]));
  const params = { name: TOOL, arguments: sent, _meta: META };
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params });
  return { method: 'POST', path: '/mcp', body, headers: HEADERS };
}
