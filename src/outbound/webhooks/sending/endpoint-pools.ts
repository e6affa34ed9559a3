import type { Socket } from 'node:net';
import { Pool } from 'undici';
import type { Watch } from './watch.ts';

/** Connections to one endpoint at the same time. */
const CONNECTIONS_MAX = 32;

/**
 * No connection is used again after this, so that an endpoint moves soon after its name does. An
 * endpoint that nothing is sent to is forgotten after this, too.
 */
const POOL_MS_MAX = 60_000;

/**
 * An idle connection without a stated keep-alive time is closed after this. Many servers
 * close theirs after five seconds, and what is sent just then is lost.
 */
const IDLE_MS_MAX = 4_000;

/** Bytes of the headers of one answer. */
const HEADER_BYTES_MAX = 16 * 1_024;

type EndpointPools = Readonly<{
  /** Connections to an endpoint, to be used at once. */
  poolOf(endpoint: URL): Pool;
  /** Destroys all connections. */
  close(): Promise<void>;
}>;

/**
 * Keeps connections. Each endpoint has its own, found by its whole address: one that hangs takes no
 * connection from another one of the same host.
 */
export function openEndpointPools(
  connect: (endpoint: URL) => Promise<Socket>,
  watch: Watch,
): EndpointPools {
  // The oldest first.
  const young = new Map<string, { pool: Pool; openedAtMs: number }>();
  const open = new Set<Pool>();

  function openPool(endpoint: URL): Pool {
    const pool = new Pool(endpoint.origin, {
      connections: CONNECTIONS_MAX,
      pipelining: 1,
      allowH2: false,
      maxHeaderSize: HEADER_BYTES_MAX,
      keepAliveTimeout: IDLE_MS_MAX,
      keepAliveMaxTimeout: POOL_MS_MAX,
      // One timer, which is not of the pool, limits all of a request.
      headersTimeout: 0,
      bodyTimeout: 0,
      connect(_options, found) {
        connect(endpoint).then(
          (socket) => found(null, socket),
          (error) => found(error, null),
        );
      },
    });
    open.add(pool);
    return pool;
  }

  /** What is being sent on them is finished first. */
  function closeOld(): void {
    for (const [key, { pool, openedAtMs }] of young) {
      if (watch.now() - openedAtMs < POOL_MS_MAX) return;
      young.delete(key);
      void pool.close().finally(() => open.delete(pool));
    }
  }

  return {
    poolOf(endpoint) {
      closeOld();
      const kept = young.get(endpoint.href);
      if (kept !== undefined) return kept.pool;
      const pool = openPool(endpoint);
      young.set(endpoint.href, { pool, openedAtMs: watch.now() });
      return pool;
    },
    async close() {
      young.clear();
      await Promise.all([...open].map((pool) => pool.destroy()));
    },
  };
}
