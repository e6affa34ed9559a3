import {
  ProtocolError,
  ProtocolErrorCode,
  ResourceNotFoundError,
  Server,
} from '@modelcontextprotocol/server';
import { shownText } from '../../src/kit/text/shown-text.ts';
import type { CallContext } from '../app.ts';
import { errorReply } from '../reply/errors.ts';
import { API_VERSION } from '../version.ts';
import { callTool, type Sender } from './call-tool.ts';
import { createOverview, OVERVIEW } from './overview.ts';
import type { Tool } from './tool.ts';
import { errorLine } from './tool-result.ts';
import { tools } from './tools.ts';

const INFO = { name: 'hexlot', title: 'Hexlot', version: API_VERSION };

const INSTRUCTIONS =
  'Parking: search_parking finds lots around coordinates, create_parking_session starts a paid ' +
  'stay by licence plate, check_session_status looks it up, end_parking_session ends and charges ' +
  `it. Ask the person before you start or end a stay. Read ${OVERVIEW.uri} for the rest.`;

/** Until the service is updated, lists are the same for everybody. */
const FOR_ALL = { ttlMs: 600_000, cacheScope: 'public' } as const;
/** What an overview covers depends on the mode of the key. */
const FOR_ONE = { ttlMs: 600_000, cacheScope: 'private' } as const;

const OPTIONS = {
  capabilities: { tools: {}, resources: {} },
  instructions: INSTRUCTIONS,
  cacheHints: {
    'server/discover': FOR_ALL,
    'tools/list': FOR_ALL,
    'resources/list': FOR_ALL,
    'resources/templates/list': FOR_ALL,
    'resources/read': FOR_ONE,
  },
} as const;

const byName = new Map(tools.map((tool) => [tool.listed.name, tool]));
const listed = tools.map((tool) => tool.listed);

/** Prepares servers that each answer one message of one sender. */
export type OpenServers = (context: CallContext) => (sender: Sender) => Server;

/**
 * The tools and the overview. Arguments are checked by the operation alone, after it has drawn from
 * its budgets, so a wrong call costs what it costs over HTTP.
 */
export const openToolServers: OpenServers = (context) => {
  const overview = createOverview(context.api);
  return (sender) => {
    const server = new Server(INFO, OPTIONS);
    server.setRequestHandler('tools/list', () => ({ tools: listed }));
    server.setRequestHandler('tools/call', ({ params }) =>
      callTool(context, sender, {
        tool: toolOf(params.name),
        sent: params.arguments ?? {},
        clientName: server.getClientVersion()?.name,
      }),
    );
    server.setRequestHandler('resources/list', () => ({ resources: [OVERVIEW] }));
    server.setRequestHandler('resources/templates/list', () => ({ resourceTemplates: [] }));
    server.setRequestHandler('resources/read', async ({ params }) => {
      const { uri, mimeType } = OVERVIEW;
      if (params.uri !== uri) throw new ResourceNotFoundError(shownText(params.uri));
      const text = await overview(sender.caller?.livemode ?? true).catch((error) => {
        const { requestId } = sender;
        throw failed(error, { requestId, operationId: 'readOverview', log: context.api.log });
      });
      return { contents: [{ uri, mimeType, text }] };
    });
    return server;
  };
};

/** The protocol's error for a failure of ours: logged, and told to nobody. */
function failed(error: unknown, context: Parameters<typeof errorReply>[1]): ProtocolError {
  const { error: shown } = errorReply(error, context).body;
  return new ProtocolError(ProtocolErrorCode.InternalError, errorLine(shown));
}

function toolOf(name: string): Tool {
  const tool = byName.get(name);
  if (tool !== undefined) return tool;
  throw new ProtocolError(ProtocolErrorCode.InvalidParams, `there is no tool ${shownText(name)}`);
}
