import type { Clock } from '../../../kit/clock.ts';
import type { Answer } from '../sending/answer.ts';
import type { Sender } from '../sending/open-sender.ts';
import { signBody } from '../signature.ts';
import type { ClaimedDelivery } from './claim-deliveries.ts';
import { keptAnswer } from './kept-answer.ts';
import type { Attempt, Result } from './mark-results.ts';
import { type Random, retryDelayMs } from './schedule.ts';

/** An endpoint answers with it that it is gone for good. */
const GONE = 410;

/**
 * Sends a claimed delivery once, and returns what became of it. Rejects when the sender is closed
 * meanwhile.
 */
export async function sendDelivery(
  delivery: ClaimedDelivery,
  { sender, clock, random }: { sender: Pick<Sender, 'send'>; clock: Clock; random: Random },
): Promise<Result> {
  const at = clock.now();
  const body = Buffer.from(delivery.body);
  const answer = await sender.send({
    url: delivery.url,
    headers: deliveryHeaders(delivery, body, at),
    body,
  });
  return {
    delivery_id: delivery.deliveryId,
    lease: delivery.lease,
    outcome: outcomeOf(answer),
    retry_ms: retryOf(delivery, answer, random),
    attempt: toAttempt({ ...answer, answer: keptAnswer(answer.answer, delivery.body) }, at),
  };
}

/** What a claimed delivery becomes that is not sent. */
export function unsent({ deliveryId, lease }: ClaimedDelivery): Result {
  return { delivery_id: deliveryId, lease, outcome: 'unsent', retry_ms: null, attempt: null };
}

/**
 * While a secret is rotated, X-Service-Signature is still made with the old one: receivers that
 * know nothing of rotations, and compare the whole value, go on. The new one signs beside it.
 */
export function deliveryHeaders(
  delivery: Pick<ClaimedDelivery, 'eventId' | 'type' | 'secret' | 'previousSecret'>,
  body: Buffer,
  at: number,
): Record<string, string | string[]> {
  const { eventId: id, type, secret, previousSecret: previous } = delivery;
  return {
    ...signedHeaders({ id, type, secrets: [previous ?? secret] }, body, at),
    ...(previous !== null && { 'x-service-signature-next': signBody(body, secret) }),
  };
}

/** The signature has a value for each secret. `at`: when it is sent, epoch milliseconds. */
export function signedHeaders(
  { id, type, secrets }: { id: string; type: string; secrets: readonly string[] },
  body: Buffer,
  at: number,
): Record<string, string | string[]> {
  const [first = '', ...more] = secrets.map((secret) => signBody(body, secret));
  return {
    'content-type': 'application/json',
    'user-agent': 'Hexlot-Webhooks/1',
    'x-service-event': type,
    'x-service-delivery': id,
    'x-service-timestamp': String(Math.floor(at / 1_000)),
    'x-service-signature': more.length === 0 ? first : [first, ...more],
  };
}

function outcomeOf({ isSuccess, status }: Answer): Result['outcome'] {
  if (isSuccess) return 'sent';
  return status === GONE ? 'gone' : 'failed';
}

/** A test is sent once. */
function retryOf(delivery: ClaimedDelivery, answer: Answer, random: Random): number | null {
  if (answer.isSuccess || delivery.isTest) return null;
  const { retryAfterMs } = answer;
  return retryDelayMs(delivery.tryCount + 1, { retryAfterMs, random });
}

function toAttempt({ ms, status, failure, answer }: Answer, at: number): Attempt {
  return { at: new Date(at).toISOString(), ms, status, failure, answer };
}
