import { expect } from 'vitest';
import { newId } from '../../../../src/access/ids.ts';
import { claimDeliveries } from '../../../../src/outbound/webhooks/courier/claim-deliveries.ts';
import {
  markResults,
  type Result,
} from '../../../../src/outbound/webhooks/courier/mark-results.ts';
import { relayEvents } from '../../../../src/outbound/webhooks/courier/relay-events.ts';
import { EVENT_TYPES, EVENTS, type EventType } from '../../../../src/parking/events/event-data.ts';
import { startTestApi, type TestApi, type TestKey } from '../../client.ts';

export const PATH = '/api/v1/webhooks';
const BUDGETS = { write: 100_000, read: 100_000, sandbox: 100_000 };

/** The body of a webhook for all types, unless given. */
export const bodyOf = (more: object = {}) => ({
  url: 'https://hooks.example.com/parking',
  events: [...EVENT_TYPES],
  ...more,
});

/** The server, and operators with the calls that they make about webhooks. */
export async function openWebhooks(options: Parameters<typeof startTestApi>[0] = {}) {
  return webhooksOf(await startTestApi(options));
}

/** The same of a server that is open already. */
export function webhooksOf(api: TestApi) {
  const { database } = api;
  const newKey = (more: Parameters<typeof api.createKey>[0] = {}) =>
    api.createKey({ rateLimits: BUDGETS, ...more });
  const call = (method: string, path: string, as: TestKey, more: object = {}) =>
    api.request(method, `${PATH}${path}`, { key: as.secret, ...more });
  const post = (as: TestKey, path: string, body?: object, headers = {}) =>
    call('POST', path, as, { headers, ...(body && { body }) });

  /** Leases what is due, at most `rowLimit`, as a courier does. */
  async function claim(rowLimit = 100) {
    const { deliveries } = await claimDeliveries(
      database.courier,
      { rowLimit, room: rowLimit, known: new Map() },
      { vouched: ['https://'] },
    );
    return deliveries;
  }

  return {
    api,
    newKey,
    call,
    post,
    claim,
    relay: () => relayEvents(database.courier),
    get: (as: TestKey, path: string, query: object = {}) => call('GET', path, as, { query }),
    patch: (as: TestKey, id: string, body: object) => call('PATCH', `/${id}`, as, { body }),
    remove: (as: TestKey, id: string) => call('DELETE', `/${id}`, as),

    /** What `post` made. */
    async made(as: TestKey, more: object = {}) {
      const { status, body, text } = await post(as, '', bodyOf(more));
      expect(status, text).toBe(201);
      return { id: body.webhook.id as string, secret: body.secret as string, ...body.webhook };
    },

    /** Writes an event of an operator, and returns its id. */
    async happened(
      as: TestKey,
      type: EventType = 'occupancy.changed',
      { livemode = true, ago = '0 seconds', data = {} as object, operatorId = as.operatorId } = {},
    ): Promise<string> {
      const eventId = newId('evt');
      await database.sql(
        `insert into events (
           event_id, type, version, livemode, operator_id, entity_id, created_at, data)
         values ($1, $2, $3, $4, $5, 'made up', now() - $6::interval, $7)`,
        [eventId, type, EVENTS[type].version, livemode, operatorId, ago, { ...OCCUPANCY, ...data }],
      );
      return eventId;
    },

    /** Sends everything that is due, with this outcome. */
    async send(more: Partial<Result> = {}) {
      const claimed = await claim();
      await markResults(
        database.courier,
        claimed.map(({ deliveryId, lease }) => ({
          delivery_id: deliveryId,
          lease,
          outcome: 'sent',
          retry_ms: null,
          attempt: ATTEMPT,
          ...more,
        })),
      );
      return claimed;
    },

    audits: (entityId: string) =>
      database.sql<{ action: string; diff: Record<string, object> }>(
        `select action, actor_id, operator_id, livemode, request_id, diff from audit_log
         where entity_id = $1 order by audit_id`,
        [entityId],
      ),
  };
}

/** Data of `occupancy.changed`. */
const OCCUPANCY = {
  lot_id: '0199b0d4-7c1e-7a52-9c3b-2f6d5e8a1b40',
  occupancy_pct: 80,
  available_spaces: 2,
  threshold_pct: 80,
  direction: 'up',
  as_of: '2026-11-20T12:00:00Z',
};

export const ATTEMPT = {
  at: '2026-11-20T12:00:00.000Z',
  ms: 12,
  status: 200,
  failure: null,
  answer: 'thanks',
};
