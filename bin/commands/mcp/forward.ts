import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { Server } from '@modelcontextprotocol/server';
import { AGENT_HEADER, platformNamed } from '../../../api/access/agent-platform.ts';
import { isObject } from '../../../src/kit/is-object.ts';
import { wholeReason } from '../../../src/kit/text/whole-reason.ts';

/** What is passed on; everything else a server answers by itself. */
const METHODS = [
  'tools/list',
  'tools/call',
  'resources/list',
  'resources/templates/list',
  'resources/read',
] as const;

const UNAUTHORIZED = 401;

type Forwarding = {
  /** A server that passes each request on to the service. */
  newServer(): Server;
  close(): Promise<void>;
};

/**
 * Connects to the tools of the service at `baseUrl`. Throws with the address when nothing answers
 * there, or refuses the key.
 */
export async function forwardTools(
  baseUrl: string,
  key: string | undefined,
  version: string,
): Promise<Forwarding> {
  const address = new URL(`${baseUrl}/mcp`);
  let agent: string | undefined;
  let refusal: string | undefined;
  const client = new Client(
    { name: 'hexlot', version },
    { versionNegotiation: { mode: 'auto' }, capabilities: {} },
  );
  const transport = new StreamableHTTPClientTransport(address, {
    requestInit: { headers: key === undefined ? {} : { Authorization: `Bearer ${key}` } },
    // Every call is one of the program that started the command, not of the command.
    async fetch(url, init) {
      const headers = new Headers(init?.headers);
      if (agent !== undefined) headers.set(AGENT_HEADER, agent);
      const response = await fetch(url, { ...init, headers });
      if (response.status !== UNAUTHORIZED) return response;
      refusal = await messageOf(response.clone());
      return refusal === undefined ? plainly(response) : response;
    },
  });
  try {
    await client.connect(transport);
  } catch (error) {
    throw new Error(`no tools at ${address}: ${refusal ?? wholeReason(error)}`);
  }
  const instructions = client.getInstructions();
  return {
    newServer() {
      const server = new Server(client.getServerVersion() ?? { name: 'hexlot', version }, {
        capabilities: { tools: {}, resources: {} },
        ...(instructions !== undefined && { instructions }),
      });
      for (const method of METHODS)
        server.setRequestHandler(method, ({ params }) => {
          agent = platformNamed(server.getClientVersion()?.name);
          return client.request({ method, ...(params && { params }) });
        });
      return server;
    },
    close: () => client.close(),
  };
}

/**
 * The answer of a tool that needs a key. Its status is for programs that can sign a person in; here
 * whoever asked reads the answer itself.
 */
function plainly({ body, headers }: Response): Response {
  return new Response(body, { status: 200, headers });
}

/** Why the service refused the call; undefined when it does not say. */
async function messageOf(response: Response): Promise<string | undefined> {
  const body: unknown = await response.json().catch(() => undefined);
  const error = isObject(body) && isObject(body.error) ? body.error : {};
  return typeof error.message === 'string' ? error.message : undefined;
}
