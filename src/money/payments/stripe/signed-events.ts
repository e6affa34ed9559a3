import { millisecondsInSecond } from 'date-fns/constants';
import Stripe from 'stripe';
import type { ProcessorEvent, SignedBody } from '../../../parking/payments/processor-events.ts';
import { instantOf } from './stripe-lists.ts';

/** How far the clocks may differ, and how long somebody may hold an event back. */
const TOLERANCE_SECONDS = 300;
/** Longer names are none of Stripe's. */
const NAME_LENGTH_MAX = 255;

/**
 * The event in a request that Stripe signed with one of the secrets; undefined for any other.
 * Nothing of the body is read before its signature is checked.
 */
export function openSigned(
  secrets: readonly string[],
  sent: SignedBody,
): ProcessorEvent | undefined {
  for (const secret of secrets) {
    const event = verify(sent, secret);
    if (event !== undefined) return isFromFuture(sent) ? undefined : read(event);
  }
  return undefined;
}

/** Another secret, too old, or signed but no event of this kind. */
function verify({ bytes, signature, nowMs }: SignedBody, secret: string): Stripe.Event | undefined {
  const { webhooks } = Stripe;
  try {
    return webhooks.constructEvent(
      ...([bytes, signature, secret, TOLERANCE_SECONDS, undefined, nowMs] as const),
    );
  } catch {
    return undefined;
  }
}

/** The library takes any time to come: such a request could be repeated until then. */
function isFromFuture({ signature, nowMs }: SignedBody): boolean {
  // Of several the library takes the last one.
  const [, seconds] = [...signature.matchAll(/(?:^|,)t=(\d+)/g)].at(-1) ?? [];
  return Number(seconds) - nowMs / millisecondsInSecond > TOLERANCE_SECONDS;
}

function read(event: Stripe.Event): ProcessorEvent | undefined {
  if (typeof event !== 'object' || event === null) return undefined;
  const { id, type, livemode, created, account, data } = event;
  const eventId = nameIn(id);
  const typeName = nameIn(type);
  const createdAt = instantOf(created);
  if (eventId === null || typeName === null || Number.isNaN(createdAt.getTime())) return undefined;
  const object: Record<string, unknown> = { ...data?.object };
  const isIntent = object.object === 'payment_intent';
  return {
    eventId,
    type: typeName,
    livemode: livemode === true,
    objectId: nameIn(object.id),
    paymentIntentId: nameIn(isIntent ? object.id : object.payment_intent),
    accountId: nameIn(account),
    createdAt,
  };
}

/** An id, or that of a whole object. */
function nameIn(value: unknown): string | null {
  if (typeof value === 'object' && value !== null && 'id' in value) return nameIn(value.id);
  return typeof value === 'string' && value.length <= NAME_LENGTH_MAX ? value : null;
}
