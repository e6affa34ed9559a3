import { randomBytes } from 'node:crypto';
import { connect } from 'node:net';
import { setPriority } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { Pool } from 'undici';
import type { Place } from './market-data.ts';

// A process of its own with low priority, because a real hostile caller works on another machine.

/** What a hostile caller has: ordinary keys, and knowledge of where the lots are. */
export type HostileTarget = {
  url: string;
  /** A key of its own operator, with the usual budgets and every scope. */
  key: string;
  /** A key of the same operator without any scope for these calls. */
  scopelessKey: string;
  /** A lot of another operator. */
  lotId: string;
  /** Where most lots are. */
  place: Place;
};

type Kind = { callers: number; call(target: HostileTarget): () => Promise<unknown> };

const LOWEST_PRIORITY = 19;
const SOCKETS_SLOW = 300;
const PAUSE_MS = 5;

let calls = 0;
/** How many answers had each status; `connected` counts sockets that read none. */
const statuses: Record<string, number> = {};

const KINDS: Record<string, Kind> = {
  words: { callers: 16, call: asking((target) => reserving(target.key, 'Lot '.repeat(250))) },
  'opening hours': {
    callers: 8,
    call: asking(({ key, place }) => ({
      method: 'POST',
      path: '/api/v1/lots',
      key,
      body: {
        ...{ name: 'Bomb', ...place, total_spaces: 1, base_rate: 1, currency: 'usd' },
        opening_hours: '1:00-2:00+,'.repeat(22).slice(0, -1),
      },
    })),
  },
  'feed with other boxes': {
    callers: 16,
    call: asking(() => ({
      method: 'GET',
      path: `/api/v1/lots.geojson?bbox=${nextBox()}`,
      coding: calls % 2 === 0 ? 'gzip' : 'identity',
    })),
  },
  'searches of 50 km': {
    callers: 16,
    call: asking(({ key, place }) => ({
      method: 'GET',
      path: `/api/v1/lots/search?lat=${place.lat}&lng=${place.lng}&radius_km=50&sort=price`,
      key,
    })),
  },
  'unknown keys': {
    callers: 32,
    call: asking(() => ({
      method: 'GET',
      path: '/api/v1/sessions',
      key: `pk_live_${randomBytes(32).toString('base64url')}`,
    })),
  },
  'a key without the scope': {
    callers: 32,
    call: asking(({ scopelessKey }) => ({
      method: 'GET',
      path: '/api/v1/sessions',
      key: scopelessKey,
    })),
  },
  'batches of 1 MB': {
    callers: 2,
    call: asking(({ key }) => ({ method: 'POST', path: '/api/v1/lots/batch', key, body: BATCH })),
  },
  'holds on one lot': {
    callers: 16,
    call: asking(({ key, lotId }) => reserving(key, '2 hours', lotId)),
  },
  'searches without a key': {
    callers: 16,
    call: asking(({ place }) => ({
      method: 'GET',
      path: `/api/v1/lots/search?lat=${place.lat}&lng=${place.lng}`,
    })),
  },
  'dispatches of 50 plates': {
    callers: 8,
    call: asking(({ key, lotId }) => ({
      method: 'POST',
      path: '/av-fleet/dispatch',
      key,
      body: { fleet_id: 'hostile', lot_id: lotId, vehicles: nextPlates(50) },
    })),
  },
  'looking for a plate': {
    callers: 16,
    call: asking(({ key, lotId }) => ({
      method: 'POST',
      path: '/api/v1/sessions',
      key,
      body: { lot_id: lotId, plate: nextPlates(1)[0]?.plate },
    })),
  },
  'webhooks at one address': {
    callers: 8,
    call: asking(({ key }) => ({
      method: 'POST',
      path: '/api/v1/webhooks',
      key,
      body: { url: 'https://hooks.example.com/hostile', events: ['lot.updated'] },
    })),
  },
  'local events': {
    callers: 8,
    call: asking(({ key, place }) => ({
      method: 'POST',
      path: '/api/v1/local-events',
      key,
      body: {
        ...{ name: `Fair ${calls}`, type: 'festival', impact: 'high', ...place },
        ...{ starts_at: '2031-07-01T16:00:00Z', ends_at: '2031-07-01T18:00:00Z' },
      },
    })),
  },
  'batches of new lots': {
    callers: 2,
    call: asking(({ key, place }) => ({
      method: 'POST',
      path: '/api/v1/lots/batch',
      key,
      body: Array.from({ length: 200 }, (_, n) => ({
        ...{ ref: `${calls} ${n}`, name: `Flood ${n}`, lat: place.lat, lng: place.lng },
        ...{ total_spaces: 1, base_rate: 1, currency: 'usd' },
      })),
    })),
  },
  probes: { callers: 16, call: asking(() => ({ method: 'GET', path: '/api/v1/health/ready' })) },
  'broken requests': {
    callers: 16,
    call:
      ({ url }) =>
      () =>
        sendRaw(url, 'hello\r\n\r\n'),
  },
  'headers a byte at a time': {
    callers: SOCKETS_SLOW,
    call:
      ({ url }) =>
      () =>
        sendRaw(url, 'GET /hello HTTP/1.1\r\nHost: a\r\nX-Slow: '),
  },
  'requests whose answers are not read': {
    callers: 16,
    call:
      ({ url }) =>
      () =>
        sendRaw(url, 'GET /api/v1/lots.geojson HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(90)),
  },
};

export const HOSTILE_KINDS: readonly string[] = Object.keys(KINDS);

/** As many rows as fit into a megabyte, each with its own error. */
const BATCH = Array.from({ length: 10_000 }, (_, n) => ({ ref: `r${n}`, name: 'x', lat: n }));

type Asked = {
  method: 'GET' | 'POST';
  path: string;
  key?: string;
  body?: object;
  coding?: 'gzip' | 'identity';
};

function asking(next: (target: HostileTarget) => Asked): Kind['call'] {
  return (target) => {
    const pool = new Pool(target.url, { connections: 64 });
    return async () => {
      const { method, path, key, body, coding } = next(target);
      const answer = await pool.request({
        method,
        path,
        headers: {
          'content-type': 'application/json',
          'idempotency-key': `hostile ${++calls}`,
          ...(key !== undefined && { authorization: `Bearer ${key}` }),
          ...(coding !== undefined && { 'accept-encoding': coding }),
        },
        body: body === undefined ? null : JSON.stringify(body),
      });
      count(answer.statusCode);
      // Reads all of it: to close the connection early would save the service work.
      for await (const _ of answer.body);
    };
  };
}

function reserving(key: string, intent: string, lotId?: string): Asked {
  const body = { intent, ...(lotId !== undefined && { lot_id: lotId }) };
  return { method: 'POST', path: '/api/v1/reserve', key, body };
}

function nextPlates(count: number): { plate: string }[] {
  return Array.from({ length: count }, (_, n) => ({ plate: `H${calls % 10_000}X${n}` }));
}

function nextBox(): string {
  const [west, south] = [-180 + 100 * Math.random(), -80 + 50 * Math.random()];
  return [west, south, west + 250, south + 120].map((degrees) => degrees.toFixed(6)).join(',');
}

function count(status: number | 'connected'): void {
  statuses[status] = (statuses[status] ?? 0) + 1;
}

/** Sends and never reads; resolves when the other end closes the connection. */
function sendRaw(url: string, bytes: string): Promise<void> {
  const { port, hostname } = new URL(url);
  return new Promise((closed) => {
    const socket = connect(Number(port), hostname);
    socket.on('error', () => undefined);
    socket.on('close', () => closed());
    socket.on('connect', () => count('connected'));
    socket.pause();
    socket.write(bytes);
  });
}

if (import.meta.main) {
  const [name = '', json = ''] = process.argv.slice(2);
  const kind = KINDS[name];
  if (kind === undefined) throw new Error(`there is no hostile caller ${name}`);
  setPriority(LOWEST_PRIORITY);
  process.on('disconnect', () => process.exit());
  const call = kind.call(JSON.parse(json) as HostileTarget);
  process.on('message', () => process.send?.(statuses));
  process.send?.({ ready: true });
  const callForever = async () => {
    for (;;) {
      await call().catch(() => undefined);
      await sleep(PAUSE_MS);
    }
  };
  await Promise.all(Array.from({ length: kind.callers }, callForever));
}
