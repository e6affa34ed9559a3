import { randomUUID } from 'node:crypto';
import { newId } from '../../../../src/access/ids.ts';
import {
  type ClaimedDelivery,
  claimDeliveries,
} from '../../../../src/outbound/webhooks/courier/claim-deliveries.ts';
import {
  type Attempt,
  markResults,
  type Result,
} from '../../../../src/outbound/webhooks/courier/mark-results.ts';
import { relayEvents } from '../../../../src/outbound/webhooks/courier/relay-events.ts';
import { newWebhookSecret } from '../../../../src/outbound/webhooks/secret.ts';
import type { EventType } from '../../../../src/parking/events/event-data.ts';
import { openTestDatabase, type TestDatabase } from '../../../stage/database.ts';
import { addCaller } from '../../../stage/fixtures.ts';

const ROOM = { rowLimit: 1_000, room: 1_000, known: new Map() };

/** How the addresses of webhooks begin unless others are given: they need no proof. */
export const VOUCHED = ['https://example.com/'];

type WebhookWish = {
  operatorId?: string;
  livemode?: boolean;
  url?: string;
  events?: EventType[];
  secret?: string;
};

/** A database with an operator, and what a courier does with its webhooks, step by step. */
export async function openPost(given?: TestDatabase, owner?: string) {
  const database = given ?? (await openTestDatabase());
  const { sql, courier } = database;
  const operatorId = owner ?? (await addCaller(database)).operatorId;

  return {
    database,
    operatorId,

    /** Adds a webhook for all types of events, unless others are given; returns its id. */
    async addWebhook(wish: WebhookWish = {}): Promise<string> {
      const webhookId = newId('wh');
      const { events = ['lot.updated'], secret = newWebhookSecret() } = wish;
      await sql(
        `insert into webhooks (webhook_id, operator_id, livemode, url, events, secret_last4)
         values ($1, $2, $3, $4, $5, right($6, 4))`,
        [
          webhookId,
          wish.operatorId ?? operatorId,
          wish.livemode ?? true,
          wish.url ?? 'https://example.com/hook',
          events,
          secret,
        ],
      );
      await sql('insert into webhook_secrets (webhook_id, secret) values ($1, $2)', [
        webhookId,
        secret,
      ]);
      return webhookId;
    },

    /** Writes events of lots; returns their ids. */
    async addEvents(count = 1, more: { livemode?: boolean; type?: EventType } = {}) {
      const rows = await sql<{ event_id: string }>(
        `insert into events (type, livemode, operator_id, entity_id, data)
         select $1, $2, $3, 'lot_' || number, jsonb_build_object('lot_id', 'lot_' || number)
         from generate_series(1, $4) as number
         returning event_id`,
        [more.type ?? 'lot.updated', more.livemode ?? true, operatorId, count],
      );
      return rows.map(({ event_id }) => event_id);
    },

    relay: () => relayEvents(courier),
    claim: async (asOf: Date | null = null) =>
      (await claimDeliveries(courier, ROOM, { asOf, vouched: VOUCHED })).deliveries,
    mark: (results: readonly Result[], asOf: Date | null = null) =>
      markResults(courier, results, asOf),

    /** The webhook's row. */
    async webhook(webhookId: string) {
      const [row] = await sql<Record<string, unknown>>(
        'select * from webhooks where webhook_id = $1',
        [webhookId],
      );
      return row ?? {};
    },

    deliveries: () =>
      sql<{
        delivery_id: string;
        webhook_id: string;
        event_id: string;
        status: string;
        try_count: number;
        due_at: Date;
        attempts: Attempt[];
      }>('select * from deliveries order by delivery_id'),
  };
}

export type Post = Awaited<ReturnType<typeof openPost>>;

const ATTEMPT: Attempt = {
  at: '2026-11-23T12:00:00.000Z',
  ms: 3,
  status: 200,
  failure: null,
  answer: '',
};

/** What became of a claimed delivery: sent, unless something else is given. */
export function resultOf(delivery: ClaimedDelivery, more: Partial<Result> = {}): Result {
  const { deliveryId, lease } = delivery;
  return {
    delivery_id: deliveryId,
    lease,
    outcome: 'sent',
    retry_ms: null,
    attempt: ATTEMPT,
    ...more,
  };
}

/** A result of nobody's lease. */
export function strangeResult(delivery: ClaimedDelivery): Result {
  return { ...resultOf(delivery), lease: randomUUID() };
}
