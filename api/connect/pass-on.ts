import type { IncomingMessage, ServerResponse } from 'node:http';
import type { RequestHandler } from 'express';
import { findRequestProblem, hostOf } from '../../src/kit/web/http/host.ts';
import { addressDraws } from '../access/budgets.ts';
import { draw } from '../access/draw.ts';
import type { HttpContext } from '../http/answer-http.ts';
import { send } from '../http/send.ts';
import { createPlaceCheck } from '../mcp/known-places.ts';
import { answer } from '../reply/answer.ts';

/**
 * Lets a library answer requests itself. What holds for every call holds for these, too: plaintext
 * is refused, each draws from the budget of its address, the host has to be ours, and the answer
 * has the usual headers, unless the library sends others.
 */
export function passOn(
  context: HttpContext,
  operationId: string,
  handle: (req: IncomingMessage, res: ServerResponse) => Promise<void>,
): RequestHandler {
  const checkPlace = createPlaceCheck(context.api.config);
  return async (req, res) => {
    const peer = context.readPeer(req);
    if (!peer.isAnswered) res.once('finish', () => req.socket.end());
    const arrival = { peer, operationId, isHead: req.method === 'HEAD' };
    let isPassed = false;
    const plain = await answer(context, arrival, async (exchange) => {
      const problem = findRequestProblem(req, req.originalUrl);
      if (problem !== undefined) throw problem;
      checkPlace({ host: hostOf(req, req.originalUrl) });
      draw(context.budgets, exchange, addressDraws(peer.ip));
      isPassed = true;
      return { status: 200 };
    });
    if (!isPassed) return send(res, plain);
    for (const [name, value] of Object.entries(plain.headers)) res.setHeader(name, value);
    await handle(req, res);
  };
}
