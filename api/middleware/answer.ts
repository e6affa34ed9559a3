import type { IncomingMessage } from 'node:http';
import type { Request, RequestHandler, Response } from 'express';
import type { Keyring } from '../../src/keys/keyring.ts';
import type { Api } from '../app.ts';
import { addressDraws, type Budgets, keyDraws } from '../budgets.ts';
import type { AnyReply } from '../operation.ts';
import { type Exchange, headersOf, openExchange, send } from '../reply.ts';
import { charge, chargeRefusal } from './charge.ts';
import { errorReply } from './errors.ts';
import { identify } from './identify.ts';
import { checkHost, type Peer, upgradeRequired } from './transport.ts';

const READING_METHODS = ['GET', 'HEAD'];

/** What every call is answered with. */
export type Doors = Readonly<{
  api: Api;
  keyring: Keyring;
  budgets: Budgets;
  readPeer(req: IncomingMessage): Peer;
}>;

/** How one kind of call is answered. */
export type Way = Readonly<{
  operationId: string;
  /** Works out the answer; what it throws becomes one. */
  work(exchange: Exchange, req: Request, res: Response): Promise<AnyReply>;
  /** What is wrong with an answer, where answers are checked. */
  findFault?(reply: AnyReply): Promise<string | undefined>;
}>;

/**
 * What happens to every call, whatever becomes of it: it gets an id, plaintext is turned away, and
 * exactly one answer is sent.
 */
export function answerWith(doors: Doors, way: Way): RequestHandler {
  return async (req, res) => {
    const exchange = openExchange(doors.readPeer(req));
    const context = {
      requestId: exchange.requestId,
      operationId: way.operationId,
      log: doors.api.log,
    };
    let reply: AnyReply;
    try {
      if (!exchange.peer.isAnswered) {
        // `Connection: Upgrade` alone would keep the plaintext connection open.
        res.once('finish', () => req.socket.end());
        throw upgradeRequired();
      }
      checkHost(req);
      reply = await way.work(exchange, req, res);
    } catch (thrown) {
      reply = errorReply(chargeRefusal(doors.budgets, exchange, thrown), context);
    }
    if (reply.whenSent !== undefined) {
      // Whoever hung up while the answer was made is done with already.
      if (res.closed) reply.whenSent();
      else res.once('close', reply.whenSent);
    }
    const fault = await way.findFault?.(reply);
    if (fault !== undefined)
      reply = errorReply(new Error(`the answer breaks its declaration: ${fault}`), context);
    const standing =
      exchange.standing ?? doors.budgets.peek(exchange.draws ?? addressDraws(exchange.peer.ip));
    send(res, headersOf(exchange, standing, reply), reply, req.method === 'HEAD');
  };
}

/**
 * Calls that never get as far as an operation: each draws from the budget of its key, and from that
 * of its address where it has none that is known to be good.
 */
export function refuseWith(
  doors: Doors,
  operationId: string,
  refusal: () => unknown,
): RequestHandler {
  return answerWith(doors, {
    operationId,
    async work(exchange, req) {
      const caller = await identify(doors, 'public', exchange, req).catch(() => undefined);
      const budget = READING_METHODS.includes(req.method) ? 'read' : 'write';
      exchange.draws = caller ? keyDraws(caller, [budget]) : addressDraws(exchange.peer.ip);
      charge(doors.budgets, exchange, exchange.draws);
      throw refusal();
    },
  });
}

/** What may be asked of a path, where one is named; each draws from the budget of its address. */
export function answerOptions(doors: Doors, allow?: string): RequestHandler {
  return answerWith(doors, {
    operationId: 'options',
    async work(exchange) {
      charge(doors.budgets, exchange, addressDraws(exchange.peer.ip));
      return { status: 204, ...(allow !== undefined && { headers: { Allow: allow } }) };
    },
  });
}
