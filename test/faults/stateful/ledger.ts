import type { Answer } from '../../api/client.ts';
import type { TestDatabase } from '../../stage/database.ts';
import type { Random } from '../../stage/random.ts';
import type { ApiProcess } from '../processes/api-process.ts';
import { createKnown, type Known } from './known.ts';
import { type Move, nextMove } from './moves.ts';
import type { Actor, World } from './world.ts';

type Call = { actor: Actor; move: Move; idempotencyKey: string | null };

export type Ledger = {
  /** Sends one call, now and then twice at once; what has no answer is repeated first. */
  next(api: ApiProcess): Promise<void>;
  /** Repeats every call with an Idempotency-Key that has no answer. */
  settle(api: ApiProcess): Promise<void>;
  /** What was answered, and is not so in the database. */
  findUntrue(database: TestDatabase): Promise<string[]>;
  counts(): { callCount: number; doneCount: number; repeatCount: number };
};

const KEYLESS_SHARE = 0.2;
const TWIN_SHARE = 0.1;
const SETTLE_ROUNDS_MAX = 20;
const MINOR_PER_UNIT = 100;

const KEPT = {
  session: 'select session_id as id from sessions where session_id = any($1)',
  hold: 'select hold_id as id from holds where hold_id = any($1)',
  dispatch: 'select dispatch_id as id from dispatches where dispatch_id = any($1)',
  refund: 'select refund_id as id from refunds where refund_id = any($1)',
  lot: 'select lot_id::text as id from lots where lot_id = any($1::uuid[])',
  key: 'select key_id as id from api_keys where key_id = any($1)',
  webhook: 'select webhook_id as id from webhooks where webhook_id = any($1)',
};

/** All calls of all actors, and what they may rely on. */
export function createLedger(random: Random, world: World): Ledger {
  const known: Known = createKnown(random);
  const unanswered = new Set<Call>();
  /** Ids that an answer of 2xx told, by the kind of thing. */
  const told = new Map<string, Set<string>>();
  /** What the end of a stay was said to cost, in minor units. */
  const costs = new Map<string, number>();
  let callCount = 0;
  let doneCount = 0;
  let repeatCount = 0;

  function newCall(): Call {
    const { actor, move } = nextMove({ random, world, known });
    callCount += 1;
    const isKeyed =
      move.path === '/api/v1/reserve' || (move.method !== 'GET' && random.next() > KEYLESS_SHARE);
    return { actor, move, idempotencyKey: isKeyed ? `call-${callCount}` : null };
  }

  async function send(api: ApiProcess, call: Call, copies: number): Promise<void> {
    unanswered.delete(call);
    const { actor, move, idempotencyKey } = call;
    const exchange = () =>
      api.exchange(move.path, {
        method: move.method,
        headers: {
          authorization: `Bearer ${actor.secret}`,
          ...(move.body !== undefined && { 'content-type': 'application/json' }),
          ...(idempotencyKey !== null && { 'idempotency-key': idempotencyKey }),
        },
        ...(move.body !== undefined && { body: JSON.stringify(move.body) }),
      });
    const came = await Promise.all(Array.from({ length: copies }, exchange));
    for (const answer of came) if (answer !== undefined) note(call, answer);
    const done = came.filter((answer) => answer !== undefined && answer.status < 300);
    const [first, ...others] = done.map((answer) => idIn(call, answer));
    if (idempotencyKey !== null && others.some((id) => id !== first))
      throw new Error(`${nameOf(call)} was done twice: ${[first, ...others]}`);
    if (idempotencyKey !== null && came.includes(undefined)) unanswered.add(call);
  }

  function note(call: Call, answer: Answer): void {
    const { status, body, text } = answer;
    if (status >= 500 || (status >= 400 && body?.error?.request_id === undefined))
      throw new Error(`${nameOf(call)} got ${status} ${text}`);
    if (status >= 300) return;
    doneCount += 1;
    for (const kind of Object.keys(KEPT)) {
      const id: unknown = body?.[kind]?.id;
      if (typeof id === 'string') told.set(kind, (told.get(kind) ?? new Set()).add(id));
    }
    const { tells } = call.move;
    if (tells !== undefined) known.add(call.actor, tells.kind, body[tells.member]);
    if (tells?.kind !== 'ended') return;
    // The operator of the lots gives money back for the stays of all.
    const [owner] = world.actors;
    if (owner !== undefined && owner !== call.actor) known.add(owner, 'ended', body.session);
    costs.set(body.session.id, Math.round(body.session.subtotal * MINOR_PER_UNIT));
  }

  return {
    async next(api) {
      const [repeated] = unanswered;
      if (repeated !== undefined) repeatCount += 1;
      await send(api, repeated ?? newCall(), random.next() < TWIN_SHARE ? 2 : 1);
    },
    async settle(api) {
      for (let round = 0; unanswered.size > 0; round++) {
        if (round === SETTLE_ROUNDS_MAX) throw new Error(`no answer to ${unanswered.size} calls`);
        await Promise.all([...unanswered].map((call) => send(api, call, 1)));
      }
    },
    async findUntrue({ sql }) {
      const untrue: string[] = [];
      for (const [kind, statement] of Object.entries(KEPT)) {
        const ids = told.get(kind) ?? new Set<string>();
        const kept = new Set((await sql<{ id: string }>(statement, [[...ids]])).map((r) => r.id));
        for (const id of ids) if (!kept.has(id)) untrue.push(`${kind} ${id} is lost`);
      }
      const ended = await sql<{ id: string; cost: number | null }>(
        `select session_id as id, case when captured_at is not null then subtotal_minor::float8 end
           as cost from sessions where session_id = any($1)`,
        [[...costs.keys()]],
      );
      for (const { id, cost } of ended)
        if (cost !== costs.get(id))
          untrue.push(`stay ${id} costs ${cost}, and its end said ${costs.get(id)}`);
      return untrue;
    },
    counts: () => ({ callCount, doneCount, repeatCount }),
  };
}

function nameOf({ actor, move, idempotencyKey }: Call): string {
  const sent = JSON.stringify(move.body);
  return `${move.method} ${move.path} of the ${actor.name} (key ${idempotencyKey}, ${sent})`;
}

/** The id of what a call made. */
function idIn({ move }: Call, answer: Answer | undefined): unknown {
  return move.tells === undefined ? undefined : answer?.body?.[move.tells.member]?.id;
}
