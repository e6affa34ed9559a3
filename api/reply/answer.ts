import { withhold } from '../../src/kit/web/reply/body.ts';
import { contentTypeHeader } from '../../src/kit/web/reply/content-type.ts';
import {
  CALL_MS_MAX,
  type Deadline,
  DeadlinePassed,
  startDeadline,
} from '../../src/kit/web/reply/deadline.ts';
import { addressDraws, keyDraws } from '../access/budgets.ts';
import { draw, drawForRefusal } from '../access/draw.ts';
import { type Exchange, openExchange } from '../access/exchange.ts';
import { identify } from '../access/identify.ts';
import { type Peer, upgradeRequired } from '../access/peer.ts';
import { recordCall } from '../access/record-call.ts';
import type { CallContext } from '../app.ts';
import type { AnyReply } from './declaration.ts';
import { errorReply } from './errors.ts';
import { headersOf } from './headers.ts';

const JSON_TYPE = contentTypeHeader('application/json');

/** A call before any check. */
export type Arrival = Readonly<{
  peer: Peer;
  /** The name of the call in the log. */
  operationId: string;
  /** Only the headers of the answer are wanted: its body is withheld. */
  isHead: boolean;
  /** How long it may take, in ms; CALL_MS_MAX unless given. */
  deadlineMs?: number | undefined;
}>;

/** An answer that is ready to be sent, over HTTP or in any other way. */
export type PlainReply = {
  status: number;
  headers: Record<string, string>;
  /** A value to be sent as JSON, text, bytes, a StreamedBody, EventBody or WithheldBody. */
  body?: unknown;
  /** Called once the answer is sent, or will never be sent. */
  whenSent?: () => void;
};

/** What is done with an answer, or an error answer, before it is sent. */
type Finish = Readonly<{
  findFault?: ((reply: AnyReply) => Promise<string | undefined>) | undefined;
  complete?: (reply: AnyReply) => AnyReply;
}>;

/**
 * What is done for every call: it gets an id, plaintext is refused, it draws from a budget, and it
 * gets exactly one answer, in time: one that comes later is dropped. An error that `work` throws
 * becomes an error answer. `findFault`, if given, checks the answer and returns what is wrong with
 * it; `complete` adds to it afterwards.
 */
export async function answer(
  callContext: CallContext,
  { peer, operationId, isHead, deadlineMs = CALL_MS_MAX }: Arrival,
  work: (exchange: Exchange, deadline: Deadline) => Promise<AnyReply>,
  { findFault, complete }: Finish = {},
): Promise<PlainReply> {
  const exchange = openExchange(peer);
  const context = { requestId: exchange.requestId, operationId, log: callContext.api.log };
  const fail = (thrown: unknown): AnyReply => {
    const failure = errorReply(thrown, context);
    exchange.error = failure.body.error;
    return failure;
  };
  let reply: AnyReply;
  try {
    if (!peer.isAnswered) throw upgradeRequired();
    reply = await inTime(deadlineMs, (deadline) => work(exchange, deadline));
  } catch (thrown) {
    reply = fail(drawForRefusal(callContext.budgets, exchange, thrown));
  }
  const { whenSent } = reply;
  const fault = findFault && (await findFault(reply));
  if (fault !== undefined) reply = fail(new Error(`the answer breaks its declaration: ${fault}`));
  if (complete) reply = complete(reply);
  const standing =
    exchange.standing ?? callContext.budgets.peek(exchange.draws ?? addressDraws(peer.ip));
  const headers = headersOf(exchange, standing, reply);
  const plain: PlainReply = { status: reply.status, headers };
  if (whenSent !== undefined) plain.whenSent = whenSent;
  if (reply.body === undefined) return plain;
  headers['Content-Type'] ??= JSON_TYPE;
  plain.body = isHead ? withhold(reply.body, headers['Content-Type']) : reply.body;
  return plain;
}

async function inTime(
  msMax: number,
  work: (deadline: Deadline) => Promise<AnyReply>,
): Promise<AnyReply> {
  const deadline = startDeadline(msMax);
  const working = work(deadline);
  try {
    return await deadline.limit(working);
  } catch (error) {
    if (error instanceof DeadlinePassed)
      working.then(
        ({ whenSent }) => whenSent?.(),
        () => undefined,
      );
    throw error;
  }
}

/**
 * Refuses calls that do not reach an operation. Each draws from the budget of its key, or from the
 * budget of its address if it has no valid key.
 */
export async function refuse(
  context: CallContext,
  call: Arrival & Readonly<{ authorization: string | undefined; isRead: boolean }>,
  refusal: unknown,
): Promise<PlainReply> {
  let opened: Exchange | undefined;
  const reply = await answer(context, call, async (exchange) => {
    opened = exchange;
    const caller = await identify(context, 'public', exchange, call.authorization).catch(
      () => undefined,
    );
    const budget = call.isRead ? 'read' : 'write';
    exchange.draws = caller ? keyDraws(caller, [budget]) : addressDraws(call.peer.ip);
    draw(context.budgets, exchange, exchange.draws);
    throw refusal;
  });
  if (opened !== undefined) recordCall(context.api, call, opened, reply.status);
  return reply;
}
