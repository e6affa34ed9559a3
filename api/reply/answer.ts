import { addressDraws, keyDraws } from '../access/budgets.ts';
import { draw, drawForRefusal } from '../access/draw.ts';
import { type Exchange, openExchange } from '../access/exchange.ts';
import { identify } from '../access/identify.ts';
import { type Peer, upgradeRequired } from '../access/peer.ts';
import type { Doors } from '../app.ts';
import { withhold } from './body.ts';
import { contentTypeHeader } from './content-type.ts';
import type { AnyReply } from './declaration.ts';
import { errorReply } from './errors.ts';
import { headersOf } from './headers.ts';

const JSON_TYPE = contentTypeHeader('application/json');

/** A call before anything of it was looked at. */
export type Arrival = Readonly<{
  peer: Peer;
  /** What is asked for, as the log names it. */
  operationId: string;
  /** Only the headers of the answer are wanted: its body is withheld. */
  isHead: boolean;
}>;

/** An answer that is ready to be sent, by whatever way the call came. */
export type PlainReply = {
  status: number;
  headers: Record<string, string>;
  /** A value to be sent as JSON, text, bytes, a StreamedBody, EventBody or WithheldBody. */
  body?: unknown;
  /** To be called once the answer is sent, or will never be. */
  whenSent?: () => void;
};

/**
 * What happens to every call, whatever becomes of it: it gets an id, plaintext is turned away, it
 * draws from a budget, and there is exactly one answer. What `work` throws becomes one; `findFault`
 * says what is wrong with an answer, where answers are checked.
 */
export async function answer(
  doors: Doors,
  { peer, operationId, isHead }: Arrival,
  work: (exchange: Exchange) => Promise<AnyReply>,
  findFault?: (reply: AnyReply) => Promise<string | undefined>,
): Promise<PlainReply> {
  const exchange = openExchange(peer);
  const context = { requestId: exchange.requestId, operationId, log: doors.api.log };
  let reply: AnyReply;
  try {
    if (!peer.isAnswered) throw upgradeRequired();
    reply = await work(exchange);
  } catch (thrown) {
    reply = errorReply(drawForRefusal(doors.budgets, exchange, thrown), context);
  }
  const { whenSent } = reply;
  const fault = findFault && (await findFault(reply));
  if (fault !== undefined)
    reply = errorReply(new Error(`the answer breaks its declaration: ${fault}`), context);
  const standing = exchange.standing ?? doors.budgets.peek(exchange.draws ?? addressDraws(peer.ip));
  const headers = headersOf(exchange, standing, reply);
  const plain: PlainReply = { status: reply.status, headers };
  if (whenSent !== undefined) plain.whenSent = whenSent;
  if (reply.body === undefined) return plain;
  headers['Content-Type'] ??= JSON_TYPE;
  plain.body = isHead ? withhold(reply.body, headers['Content-Type']) : reply.body;
  return plain;
}

/**
 * Calls that never get as far as an operation: each draws from the budget of its key, and from that
 * of its address where it has none that is known to be good.
 */
export function refuse(
  doors: Doors,
  call: Arrival & Readonly<{ authorization: string | undefined; isRead: boolean }>,
  refusal: unknown,
): Promise<PlainReply> {
  return answer(doors, call, async (exchange) => {
    const caller = await identify(doors, 'public', exchange, call.authorization).catch(
      () => undefined,
    );
    const budget = call.isRead ? 'read' : 'write';
    exchange.draws = caller ? keyDraws(caller, [budget]) : addressDraws(call.peer.ip);
    draw(doors.budgets, exchange, exchange.draws);
    throw refusal;
  });
}
