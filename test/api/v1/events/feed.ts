import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { expect } from 'vitest';
import { newId } from '../../../../src/access/ids.ts';
import { EVENTS, type EventType } from '../../../../src/parking/events/event-data.ts';
import { type Call, startTestApi, type TestKey } from '../../client.ts';

export const PATH = '/api/v1/events/next';
const BUDGETS = { read: 100_000, sandbox: 100_000 };

export type Feed = Awaited<ReturnType<typeof openFeed>>;
type Query = Record<string, string | number>;

/** An event that says how full a lot is, as the database stores it. */
export function fullness(type: EventType = 'occupancy.changed', more: object = {}) {
  const data = {
    lot_id: '0199a0a0-0000-7000-8000-000000000000',
    occupancy_pct: 82,
    available_spaces: 9,
    threshold_pct: 80,
    direction: 'up',
    as_of: '2026-11-01T10:00:00.000Z',
    ...more,
  };
  return { id: newId('evt'), type, data };
}

/** The server, and the statements that write events without the product. */
export async function openFeed() {
  const api = await startTestApi();
  const newKey = (more: Parameters<typeof api.createKey>[0] = {}) =>
    api.createKey({ rateLimits: BUDGETS, ...more });
  const clients: pg.Client[] = [];

  async function write(
    sql: (text: string, values: unknown[]) => Promise<unknown>,
    as: TestKey,
    { livemode = true, ...more }: { livemode?: boolean; event?: ReturnType<typeof fullness> } = {},
  ): Promise<string> {
    const event = more.event ?? fullness();
    await sql(
      `insert into events (event_id, type, version, livemode, operator_id, entity_id, data)
       values ($1, $2, $3, $4, $5, 'x', $6)`,
      [event.id, event.type, EVENTS[event.type].version, livemode, as.operatorId, event.data],
    );
    return event.id;
  }

  /** A transaction of its own, which stays open until `commit`. */
  async function begin() {
    const client = new pg.Client({ connectionString: api.database.connectionString });
    clients.push(client);
    await client.connect();
    await client.query('begin');
    return {
      add: (as: TestKey, more: Parameters<typeof write>[2] = {}) =>
        write((text, values) => client.query(text, values), as, more),
      async commit() {
        await client.query('commit');
        await client.end();
      },
    };
  }

  const call = (as: TestKey, query: Query = {}, more: Pick<Call, 'signal'> = {}) =>
    api.request('GET', PATH, { key: as.secret, query, ...more });

  async function read(as: TestKey, after: string, query: Query = {}) {
    const { status, body, text } = await call(as, { after, ...query });
    expect(status, text).toBe(200);
    return {
      ids: body.data.map(({ id }: { id: string }) => id) as string[],
      cursor: body.cursor as string,
      hasMore: body.has_more as boolean,
    };
  }

  return {
    api,
    newKey,
    call,
    read,
    begin,
    add: (as: TestKey, more: Parameters<typeof write>[2] = {}) => write(api.database.sql, as, more),

    /** A cursor of now. */
    async now(as: TestKey): Promise<string> {
      const { status, body, text } = await call(as);
      expect([status, body?.data, body?.has_more], text).toEqual([200, [], false]);
      return body.cursor;
    },

    /** Everything from a cursor on, call after call while there is more. */
    async readAll(as: TestKey, after: string, query: Query = {}) {
      const ids: string[] = [];
      for (let cursor = after; ; ) {
        const next = await read(as, cursor, query);
        ids.push(...next.ids);
        cursor = next.cursor;
        if (!next.hasMore) return { ids, cursor };
      }
    },

    /** A plate that no other test has. */
    newPlate: () => `P${randomBytes(4).toString('hex').toUpperCase()}`,

    async close() {
      await Promise.all(clients.map((client) => client.end().catch(() => undefined)));
      await api.stop();
    },
  };
}
