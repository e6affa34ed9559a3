import { toWebRequest } from '@modelcontextprotocol/node';
import { createMcpHandler } from '@modelcontextprotocol/server';
import type { Request as HttpRequest, Response as HttpResponse, RequestHandler } from 'express';
import { hostOf } from '../../src/kit/web/http/host.ts';
import { leavingOf } from '../../src/kit/web/http/leaving.ts';
import { CALL_MS_MAX, type Deadline } from '../../src/kit/web/reply/deadline.ts';
import { loggableError } from '../../src/stores/loggable-error.ts';
import { addressDraws, keyDraws } from '../access/budgets.ts';
import { challengeOf, withChallenge } from '../access/challenge.ts';
import { draw } from '../access/draw.ts';
import type { Exchange } from '../access/exchange.ts';
import { identify } from '../access/identify.ts';
import { answerHttp, authorizationOf, type HttpContext } from '../http/answer-http.ts';
import { sentBody } from '../http/sent-body.ts';
import { type Arrival, answer, type PlainReply } from '../reply/answer.ts';
import type { AnyReply } from '../reply/declaration.ts';
import { createPlaceCheck } from './known-places.ts';
import { calledTool, readMessage, toReply } from './message.ts';
import type { OpenServers } from './tool-server.ts';

/** Whoever sends nothing learns by it where to get a token: many clients look at nothing else. */
const UNAUTHORIZED = 401;
/** Longer than a tool may take, whose answer says more. */
const MESSAGE_MS_MAX = CALL_MS_MAX + 1_000;

/** Headers of a tool's call that the answer of its message has, too. */
const OF_THE_CALL = [
  'X-Request-Id',
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
];

/**
 * Answers POST requests with one message of the Model Context Protocol each, of 2026-07-28 or of
 * 2025, without sessions. Each draws from one set of budgets: a call of a tool from those of its
 * operation, any other message from those of a read.
 */
export function answerMessage(context: HttpContext, openServers: OpenServers): RequestHandler {
  const serverOf = openServers(context);
  const checkPlace = createPlaceCheck(context.api.config);
  return answerHttp(context, { operationId: 'callTool' }, (arrival, req, res) =>
    answer(context, { ...arrival, deadlineMs: MESSAGE_MS_MAX }, async (exchange, deadline) => {
      checkPlace({ host: hostOf(req, req.originalUrl), origin: req.headers.origin });
      return work({ context, serverOf, arrival, exchange, deadline }, req, res);
    }),
  );
}

type Context = Readonly<{
  context: HttpContext;
  serverOf: ReturnType<OpenServers>;
  arrival: Arrival;
  exchange: Exchange;
  deadline: Deadline;
}>;

async function work(context: Context, req: HttpRequest, res: HttpResponse): Promise<AnyReply> {
  const { context: callContext, serverOf, exchange, deadline } = context;
  const { peer } = context.arrival;
  const authorization = authorizationOf(req);
  const { baseUrl } = callContext.api.config;
  const caller = await identify(callContext, 'public', exchange, authorization, 'mcp').catch(
    (error) => Promise.reject(withChallenge(error, baseUrl)),
  );
  const draws = caller ? keyDraws(caller, ['read']) : addressDraws(peer.ip);
  exchange.draws = draws;
  const drawRead = () => draw(callContext.budgets, exchange, draws);
  const message = await deadline
    .pause(() => readMessage(sentBody(req, res)))
    .catch((error) => {
      drawRead();
      throw error;
    });
  const isCall = calledTool(message) !== undefined;
  if (!isCall) drawRead();

  const call: { isBegun: boolean; reply?: PlainReply } = { isBegun: false };
  const leaving = () => leavingOf(res, callContext.stopping);
  const server = serverOf({
    requestId: exchange.requestId,
    peer,
    // A token for the tools opens nothing else, so the operation hears who it was.
    authorization: caller?.type === 'token' ? caller : authorization,
    headers: req.headersDistinct,
    caller,
    leaving,
    begin: () => {
      call.isBegun = true;
    },
    end: (reply) => {
      call.reply = reply;
    },
  });
  const onerror = (error: Error) =>
    callContext.api.log.debug({ error: loggableError(error) }, 'a message was not answered');
  // A tool's work goes on when its caller hangs up; everything else ends.
  const request = await toWebRequest(req, message, isCall ? {} : { signal: leaving() });
  const { fetch } = createMcpHandler(() => server, { onerror });
  const reply = await toReply(await fetch(request, { parsedBody: message }));
  // A call that did not reach its operation.
  if (isCall && !call.isBegun) drawRead();
  const headers = { ...headersOf(call.reply), ...reply.headers };
  const isChallenged = authorization === undefined && call.reply?.status === UNAUTHORIZED;
  return isChallenged
    ? { ...reply, status: UNAUTHORIZED, headers: { ...headers, ...challengeOf(baseUrl) } }
    : { ...reply, headers };
}

function headersOf(called: PlainReply | undefined): Record<string, string> {
  if (called === undefined) return {};
  const { headers } = called;
  return Object.fromEntries(OF_THE_CALL.map((name) => [name, headers[name] ?? '']));
}
