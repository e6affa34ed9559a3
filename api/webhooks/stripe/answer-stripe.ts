import type { RequestHandler } from 'express';
import { badField } from '../../../src/kit/errors.ts';
import { storeEvent } from '../../../src/money/payments/events/store-event.ts';
import type { ProcessorEvents } from '../../../src/parking/payments/processor-events.ts';
import { answerHttp, type HttpContext } from '../../http/answer-http.ts';
import { answer } from '../../reply/answer.ts';
import { readEventBytes } from './read-event-bytes.ts';

/** Without the arrival of the body. Later Stripe repeats the event, which is stored once. */
const ANSWER_MS_MAX = 1_000;
/** Stripe reads no more than the status. */
const RECEIVED = { received: true };

/**
 * Answers Stripe's calls: stores the event, which the pipelines work off later. What is not signed
 * is refused and draws from the budget of its address; events draw from none, so that none is lost.
 */
export function answerStripe(context: HttpContext, events: ProcessorEvents): RequestHandler {
  const { db, clock } = context.api;
  return answerHttp(context, { operationId: 'receiveStripeEvent' }, (arrival, req, res) =>
    answer(context, { ...arrival, deadlineMs: ANSWER_MS_MAX }, async (_exchange, deadline) => {
      const { 'stripe-signature': signature } = req.headers;
      if (typeof signature !== 'string') throw notSigned();
      const bytes = await deadline.pause(() => readEventBytes(req, res));
      const event = bytes && events.open({ bytes, signature, nowMs: clock.now() });
      if (event === undefined) throw notSigned();
      await storeEvent(db, event);
      return { status: 200, body: RECEIVED };
    }),
  );
}

function notSigned() {
  return badField('Stripe-Signature', 'does not sign this body, or did more than 300 s ago');
}
