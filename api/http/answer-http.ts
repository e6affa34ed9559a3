import type { IncomingMessage } from 'node:http';
import type { Request, RequestHandler, Response } from 'express';
import { findRequestProblem } from '../../src/kit/web/http/host.ts';
import { leavingOf } from '../../src/kit/web/http/leaving.ts';
import { isEvents } from '../../src/kit/web/reply/events.ts';
import { loggableError } from '../../src/stores/loggable-error.ts';
import { addressDraws } from '../access/budgets.ts';
import { draw } from '../access/draw.ts';
import type { CallContext } from '../app.ts';
import { callOperation, prepareOperation } from '../call-operation.ts';
import type { Operation } from '../operation.ts';
import { type Arrival, answer, type PlainReply, refuse } from '../reply/answer.ts';
import { send } from './send.ts';
import { sendEvents } from './send-events.ts';
import { sentBody } from './sent-body.ts';
import type { ReadPeer } from './transport.ts';

const NONE = {};
const READING_METHODS = ['GET', 'HEAD'];

/** What answering a call over HTTP needs. */
export type HttpContext = CallContext &
  Readonly<{
    readPeer: ReadPeer;
    /** Aborted when the service stops, so that endless streams end. */
    stopping: AbortSignal;
  }>;

/** Passes HTTP calls to the operation unchecked, and sends its answers. */
export function answerOperation(context: HttpContext, operation: Operation): RequestHandler {
  prepareOperation(operation);
  return answerHttp(context, operation, ({ peer, isHead }, req, res) =>
    callOperation(context, {
      operation,
      peer,
      isHead,
      authorization: authorizationOf(req),
      headers: req.headersDistinct,
      params: req.params,
      query: req.url.includes('?') ? req.query : NONE,
      body: sentBody(req, res),
      leaving: () => leavingOf(res, context.stopping),
    }),
  );
}

/** All lines of the header in one text, because Node keeps only the first of several. */
export function authorizationOf({ headersDistinct }: IncomingMessage): string | undefined {
  return headersDistinct.authorization?.join(', ');
}

/** Refuses calls that do not reach an operation. */
export function refuseWith(
  context: HttpContext,
  operationId: string,
  refusal: () => unknown,
): RequestHandler {
  return answerHttp(context, { operationId }, (arrival, req) => {
    const authorization = authorizationOf(req);
    const isRead = READING_METHODS.includes(req.method);
    return refuse(context, { ...arrival, authorization, isRead }, refusal());
  });
}

/**
 * Answers OPTIONS with the methods of a path, if given; each call draws from the budget of its
 * address.
 */
export function answerOptions(context: HttpContext, allow?: string): RequestHandler {
  return answerHttp(context, { operationId: 'options' }, (arrival) =>
    answer(context, arrival, async (exchange) => {
      draw(context.budgets, exchange, addressDraws(arrival.peer.ip));
      return { status: 204, ...(allow !== undefined && { headers: { Allow: allow } }) };
    }),
  );
}

/**
 * Answers HTTP calls with what `reply` returns. Every answer over HTTP is sent here.
 */
export function answerHttp(
  context: HttpContext,
  { operationId, isProbe }: Pick<Operation, 'operationId' | 'isProbe'>,
  reply: (arrival: Arrival, req: Request, res: Response) => Promise<PlainReply>,
): RequestHandler {
  return async (req, res) => {
    const peer = context.readPeer(req, isProbe);
    const arrival = { peer, operationId, isHead: req.method === 'HEAD' };
    // The answer's `Connection: Upgrade` would keep the plaintext connection open.
    if (!peer.isAnswered) res.once('finish', () => req.socket.end());
    const problem = findRequestProblem(req, req.originalUrl);
    const plain = await (problem === undefined
      ? reply(arrival, req, res)
      : answer(context, arrival, () => Promise.reject(problem)));
    const { whenSent } = plain;
    if (whenSent !== undefined) {
      // A caller that hung up meanwhile has closed the answer already.
      if (res.closed) whenSent();
      else res.once('close', whenSent);
    }
    if (isEvents(plain.body))
      await sendEvents(res, plain, plain.body, endsOf(context, operationId, plain));
    else await send(res, plain);
  };
}

/** What ends a stream, and the log entry of one that fails. */
function endsOf({ stopping, api }: HttpContext, operationId: string, { headers }: PlainReply) {
  const requestId = headers['X-Request-Id'];
  return {
    stopping,
    onFailure(error: unknown) {
      const context = { requestId, operationId, error: loggableError(error) };
      api.log.error(context, 'a stream of events broke off');
    },
  };
}
