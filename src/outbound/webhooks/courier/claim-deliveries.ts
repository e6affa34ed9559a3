import { randomUUID } from 'node:crypto';
import type { EventType } from '../../../parking/events/event-data.ts';
import type { Querier } from '../../../stores/postgres.ts';

/** A delivery that this courier may send until its lease ends. */
export type ClaimedDelivery = {
  deliveryId: string;
  webhookId: string;
  lease: string;
  eventId: string;
  type: EventType;
  /** Attempts before this one, since it was made or sent again by hand. */
  tryCount: number;
  isTest: boolean;
  url: string;
  secret: string;
  /** The secret before it, while it still signs. */
  previousSecret: string | null;
  body: string;
};

/** What a claim takes, at most. */
export type Room = {
  rowLimit: number;
  /** Deliveries of a webhook that is not among `known`. */
  room: number;
  /** By id of the webhook. */
  known: ReadonlyMap<string, number>;
};

/**
 * A crash gives its deliveries back after this time: what an attempt may take at most, and as much
 * again to write it down.
 */
export const LEASE_MS = 60_000;
/** Webhooks with waiting deliveries that one claim visits. */
const WEBHOOKS_VISITED_MAX = 1_000;
/**
 * Requests that a host gets: by one operator, and by all operators together. After a pause there
 * may be `burst` at once.
 */
export const HOST_BUDGETS = {
  own: { perSecond: 10, burst: 60 },
  all: { perSecond: 50, burst: 200 },
} as const;

/**
 * Leases deliveries that are due. `after` is where the visit of webhooks begins; `next` says where
 * the next visit begins, '' for the first webhook; `isRound`: this one went from the first webhook
 * to the last. Nothing is leased for an address that is not proven, or beyond the budgets of its
 * host, unless it begins with one of `vouched`. `asOf`: the time; the database's unless given.
 */
export async function claimDeliveries(
  db: Querier,
  { rowLimit, room, known }: Room,
  {
    after = '',
    vouched = [],
    asOf = null,
  }: { after?: string; vouched?: readonly string[]; asOf?: Date | null } = {},
): Promise<{ deliveries: ClaimedDelivery[]; next: string; isRound: boolean }> {
  const lease = randomUUID();
  const rows = await db.query<ClaimedDelivery & { reached: string | null }>('deliveries_claim', {
    after,
    webhooksMax: WEBHOOKS_VISITED_MAX,
    rooms: JSON.stringify(Object.fromEntries(known)),
    room,
    rowLimit,
    vouched,
    ownPerSecond: HOST_BUDGETS.own.perSecond,
    ownBurst: HOST_BUDGETS.own.burst,
    allPerSecond: HOST_BUDGETS.all.perSecond,
    allBurst: HOST_BUDGETS.all.burst,
    lease,
    leaseMs: LEASE_MS,
    asOf,
  });
  const deliveries = rows
    .filter(({ deliveryId }) => deliveryId !== null)
    .map(({ reached: _, ...delivery }) => ({ ...delivery, lease }));
  const next = rows[0]?.reached ?? '';
  return { deliveries, next, isRound: after === '' && next === '' };
}
