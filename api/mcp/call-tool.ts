import { isDeepStrictEqual } from 'node:util';
import type { CallToolResult } from '@modelcontextprotocol/server';
import { claimKey } from '../../src/access/idempotency/claim-key.ts';
import type { Principal } from '../../src/access/principals/principal.ts';
import { isObject } from '../../src/kit/is-object.ts';
import { within } from '../../src/kit/time/within.ts';
import { AGENT_HEADER, platformNamed } from '../access/agent-platform.ts';
import type { Authorization } from '../access/authenticate.ts';
import { END_USER_HEADER } from '../access/end-user.ts';
import type { Peer } from '../access/peer.ts';
import type { CallContext } from '../app.ts';
import { callOperation } from '../call-operation.ts';
import type { CallHeaders } from '../input/call.ts';
import type { PlainReply } from '../reply/answer.ts';
import type { Envelope } from '../reply/errors.ts';
import type { Tool } from './tool.ts';
import { type ToolArguments, toolCall } from './tool-call.ts';
import { toolFailure, toolResult } from './tool-result.ts';

const AGENT = AGENT_HEADER.toLowerCase();
const END_USER = END_USER_HEADER.toLowerCase();

/** The platform of clients that do not say who they are. */
const UNKNOWN_CLIENT = 'mcp';

/**
 * How long a tool may take. Hosts give up after a minute; an answer that says so is better than
 * none.
 */
const CALL_MS_MAX = 30_000;

/** Who sent a message, and how. */
export type Sender = Readonly<{
  requestId: string;
  peer: Peer;
  /** Who calls, or the value of the Authorization header, whose key is valid if there is one. */
  authorization: Authorization;
  headers: CallHeaders;
  caller: Principal | undefined;
  leaving(): AbortSignal;
  /** Hears that a call of an operation begins, which then draws from its budgets. */
  begin(): void;
  /** Gets the answer of the operation, for the headers of the message's own answer. */
  end(reply: PlainReply): void;
}>;

type Asked = Readonly<{
  tool: Tool;
  sent: ToolArguments;
  /** As the client calls itself, if it does. */
  clientName: string | undefined;
}>;

/**
 * Calls the tool's operation as HTTP does. The call is one of the agent that the key or the header
 * X-Agent-Platform names, otherwise of the client by its own name. After CALL_MS_MAX it is answered
 * with an error while its work goes on.
 */
export async function callTool(
  context: CallContext,
  sender: Sender,
  { tool, sent, clientName }: Asked,
): Promise<CallToolResult> {
  const { peer, authorization, leaving, requestId } = sender;
  const headers = passedOn(sender.headers, clientName);
  const keyOnce = keyOnceOf(context, sender, tool, sent);
  sender.begin();
  const reply = await within(
    CALL_MS_MAX,
    callOperation(context, {
      operation: tool.operation,
      peer,
      authorization,
      ...toolCall(tool, sent, headers, keyOnce),
      isHead: false,
      leaving,
    }),
    () => undefined,
  );
  if (reply === undefined) return toolFailure(tookTooLong(requestId));
  sender.end(reply);
  reply.whenSent?.();
  return toolResult(reply);
}

function tookTooLong(requestId: string): Envelope {
  const message =
    `no answer within ${CALL_MS_MAX / 1_000} s, and the call may still succeed: the same call ` +
    'again gets its answer';
  return { error: { code: 'INTERNAL', message, request_id: requestId } };
}

/**
 * Language models repeat calls whose answer they did not get, or forgot: a write without a key gets
 * one, the same for equal arguments within a minute. Undefined for reads.
 */
function keyOnceOf({ api }: CallContext, { caller }: Sender, tool: Tool, sent: ToolArguments) {
  if (!tool.isOnce || caller === undefined) return undefined;
  const { operationId, body } = tool.operation;
  const call = { keyId: caller.id, operation: operationId, sent: meantArguments(body, sent) };
  return () => claimKey(api.db, call);
}

/**
 * The arguments without those that say nothing: null, and what is the default of its schema. Two
 * calls that mean the same are equal then.
 */
function meantArguments(schema: unknown, sent: object): object {
  const properties = isObject(schema) && isObject(schema.properties) ? schema.properties : {};
  const stated = Object.entries(sent).flatMap(([name, value]) => {
    const property = Object.hasOwn(properties, name) ? properties[name] : undefined;
    const usual = isObject(property) ? property.default : undefined;
    if (value === null || isDeepStrictEqual(value, usual)) return [];
    return [[name, isObject(value) ? meantArguments(property, value) : value]];
  });
  return Object.fromEntries(stated);
}

function passedOn(headers: CallHeaders, clientName: string | undefined): CallHeaders {
  return {
    [END_USER]: headers[END_USER],
    [AGENT]: headers[AGENT] ?? [platformNamed(clientName) ?? UNKNOWN_CLIENT],
  };
}
