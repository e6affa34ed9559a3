import type { Random } from '../../stage/random.ts';
import type { Kind, Known, Told } from './known.ts';
import type { Actor, World } from './world.ts';

/** A call of an actor, and what its answer tells of. */
export type Move = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  path: string;
  body?: object;
  /** Where the thing stands in an answer of 2xx, and as what it is known from then on. */
  tells?: { member: string; kind: Kind };
};

type Table = { random: Random; world: World; known: Known };
/** Undefined where the actor knows nothing that the move needs. */
type MoveOf = (table: Table, actor: Actor) => Move | undefined;

/** Few plates, so that vehicles meet themselves. */
const PLATES = 40;
const HOUR_MS = 3_600_000;

const plateOf = (random: Random) => `FZ${random.integer(1, PLATES)}`;
const soon = (hours: number) => new Date(Date.now() + hours * HOUR_MS).toISOString();
const around = ({ place: { lat, lng } }: World, radiusKm: number) =>
  `lat=${lat}&lng=${lng}&radius_km=${radiusKm}`;
const session = { member: 'session', kind: 'session' } as const;

function about(kind: Kind, make: (thing: Told, table: Table) => Move, takes = false): MoveOf {
  return (table, actor) => {
    const thing = table.known.pick(actor, kind, takes);
    return thing === undefined ? undefined : make(thing, table);
  };
}

const ofOwner =
  (move: MoveOf): MoveOf =>
  (table, actor) =>
    actor.ownsLots ? move(table, actor) : undefined;

/** Each with its weight. */
const MOVES: readonly (readonly [number, MoveOf])[] = [
  [
    16,
    ({ random, world }) => ({
      method: 'POST',
      path: '/api/v1/sessions',
      body: {
        lot_id: random.pick(world.lotIds),
        plate: plateOf(random),
        duration_hours: random.pick([0.02, 0.5, 1, 2]),
        metadata: { note: `n${random.integer(0, 9)}` },
      },
      tells: session,
    }),
  ],
  [
    14,
    about(
      'session',
      ({ id }) => ({
        method: 'POST',
        path: '/api/v1/sessions/end',
        body: { session_id: id },
        tells: { member: 'session', kind: 'ended' },
      }),
      true,
    ),
  ],
  [
    6,
    about('session', ({ id }, { random }) => ({
      method: 'POST',
      path: '/api/v1/sessions/extend',
      body: { session_id: id, extend_minutes: random.pick([30, 60, 90]) },
    })),
  ],
  [
    6,
    about('ended', ({ id, subtotal }, { random }) => ({
      method: 'POST',
      path: `/api/v1/sessions/${id}/refunds`,
      body: {
        reason: 'fuzz',
        ...(random.next() < 0.6 && { amount: random.pick([0.01, 0.02, subtotal / 2 || 0.01]) }),
      },
    })),
  ],
  [
    9,
    ({ random, world }) => ({
      method: 'POST',
      path: '/api/v1/reserve',
      body: {
        intent: random.pick(['now for an hour', 'now for 30 minutes', 'now for 2 hours']),
        lot_id: random.pick(world.lotIds),
        ...(random.next() < 0.5
          ? { plate: plateOf(random) }
          : { space_count: random.integer(1, 3) }),
        ttl_seconds: random.pick([60, 180]),
      },
      tells: { member: 'hold', kind: 'hold' },
    }),
  ],
  [
    8,
    about('hold', ({ id }, { random }) => ({
      method: 'POST',
      path: `/api/v1/reserve/${id}/activate`,
      body: { plate: plateOf(random) },
      tells: session,
    })),
  ],
  [4, about('hold', ({ id }) => ({ method: 'POST', path: `/api/v1/reserve/${id}/cancel` }), true)],
  [
    5,
    ({ random, world }, { fleetId }) => {
      if (fleetId === null) return undefined;
      const from = random.integer(1, PLATES - 4);
      const vehicles = [0, 1, 2, 3].slice(0, random.integer(1, 4));
      const where = random.pick([
        { lot_id: random.pick(world.lotIds) },
        { near: { ...world.place, radius_km: 1 } },
      ]);
      const plates = vehicles.map((n) => ({ plate: `FZ${from + n}` }));
      const body = { vehicles: plates, ...where, ttl_seconds: random.pick([60, 180]) };
      const tells = { member: 'dispatch', kind: 'dispatch' } as const;
      return { method: 'POST', path: '/av-fleet/dispatch', body, tells };
    },
  ],
  [
    5,
    about('dispatch', ({ id, allocations }, { random }) => ({
      method: 'POST',
      path: `/av-fleet/dispatch/${id}/commit`,
      body: {
        allocations: allocations
          .slice(0, random.integer(1, allocations.length))
          .map(({ plate, fencing_token }: Told) => ({ plate, fencing_token })),
      },
      tells: { member: 'dispatch', kind: 'dispatch' },
    })),
  ],
  [
    2,
    about('dispatch', ({ id }) => ({ method: 'POST', path: `/av-fleet/dispatch/${id}/release` })),
  ],
  [
    3,
    ofOwner(({ random, world }) => ({
      method: 'PUT',
      path: `/api/v1/lots/${random.pick(world.lotIds)}/rates`,
      body: {
        base_rate: random.pick([1, 2.35, 3.5, 7.77]),
        billing_step_minutes: random.pick([1, 15, 30]),
      },
    })),
  ],
  [
    3,
    ofOwner(({ random, world }) => ({
      method: 'POST',
      path: `/api/v1/lots/${random.pick(world.lotIds)}/occupancy`,
      body: { occupied: random.integer(0, 3) },
    })),
  ],
  [
    2,
    ofOwner(({ random }) => ({
      method: 'POST',
      path: '/api/v1/lots',
      body: {
        name: `Fuzz ${random.integer(0, 999)}`,
        lat: 43 + random.next() / 2,
        lng: -80 + random.next() / 2,
        total_spaces: random.integer(0, 20),
        base_rate: 2,
      },
      tells: { member: 'lot', kind: 'lot' },
    })),
  ],
  [
    1,
    ofOwner(
      about('lot', ({ id }, { random }) => ({
        method: 'PATCH',
        path: `/api/v1/lots/${id}`,
        body: { total_spaces: random.integer(0, 30) },
      })),
    ),
  ],
  [1, ofOwner(about('lot', ({ id }) => ({ method: 'DELETE', path: `/api/v1/lots/${id}` }), true))],
  [
    1,
    ofOwner(({ random, world }) => ({
      method: 'POST',
      path: '/api/v1/local-events',
      body: {
        ...{ name: 'Fair', type: random.pick(['concert', 'sports', 'market']), impact: 'low' },
        ...{ starts_at: soon(1), ends_at: soon(3), ...world.place },
      },
      tells: { member: 'local_event', kind: 'local_event' },
    })),
  ],
  [
    1,
    about(
      'local_event',
      ({ id }) => ({ method: 'DELETE', path: `/api/v1/local-events/${id}` }),
      true,
    ),
  ],
  [
    1,
    (_table, { fleetId }) =>
      fleetId !== null
        ? undefined
        : {
            method: 'POST',
            path: '/api/v1/webhooks',
            body: { url: 'https://hooks.example.com/fuzz', events: ['session.created'] },
            tells: { member: 'webhook', kind: 'webhook' },
          },
  ],
  [1, about('webhook', ({ id }) => ({ method: 'DELETE', path: `/api/v1/webhooks/${id}` }), true)],
  [
    1,
    () => ({
      method: 'POST',
      path: '/api/v1/keys',
      body: { name: 'fuzz', scopes: ['lots:read'] },
      tells: { member: 'key', kind: 'key' },
    }),
  ],
  [
    1,
    about(
      'key',
      ({ id }, { random }) =>
        random.next() < 0.5
          ? {
              method: 'POST',
              path: `/api/v1/keys/${id}/rotate`,
              tells: { member: 'key', kind: 'key' },
            }
          : { method: 'DELETE', path: `/api/v1/keys/${id}` },
      true,
    ),
  ],
  [
    4,
    ({ random, world }) => ({
      method: 'GET',
      path: `/api/v2/intelligence/market-rate?${around(world, random.integer(1, 40))}`,
    }),
  ],
  [4, ({ world }) => ({ method: 'GET', path: `/api/v1/lots/search?${around(world, 2)}` })],
  [1, () => ({ method: 'GET', path: '/api/v1/sessions?limit=100' })],
  [
    1,
    ({ random }) => ({ method: 'GET', path: `/api/v1/sessions/search?plate=${plateOf(random)}` }),
  ],
  [1, () => ({ method: 'GET', path: '/api/v1/payouts' })],
];

const DRAWN = MOVES.flatMap(([weight, move]) => Array.from({ length: weight }, () => move));

/** A random move of a random actor that it can make now. */
export function nextMove(table: Table): { actor: Actor; move: Move } {
  for (;;) {
    const { random, world } = table;
    const actor = random.pick(world.actors);
    const made = random.pick(DRAWN)(table, actor);
    if (made !== undefined) return { actor, move: made };
  }
}
