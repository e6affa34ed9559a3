import type { ApiProcess } from '../processes/api-process.ts';
import { type Course, runCallers } from '../processes/run-callers.ts';
import {
  type Call,
  type CreateCall,
  type EndCall,
  isDone,
  type Ledger,
  nameOf,
  note,
} from './session-ledger.ts';

const CALLERS = 12;
const SEARCH_SHARE = 0.1;
const END_SHARE = 0.4;
/** Share of calls sent twice at the same moment, as an impatient client does. */
const TWIN_SHARE = 0.15;
const KEYLESS_SHARE = 0.2;
/** After this many tries the service counts as broken, not as busy. */
const SETTLE_ROUNDS_MAX = 20;
const SEARCH_PATH = '/api/v1/lots/search?lat=43.6532&lng=-79.3832&radius_km=1';

export type SessionLoad = {
  ledger: Ledger;
  /** A new call, not sent yet, that starts a stay of its own vehicle on the lot. */
  newCreate(lotId: string): CreateCall;
  /**
   * A new call, not sent yet, that ends the stay that a call began, or any stay under way;
   * undefined when none is known.
   */
  newEnd(begun?: CreateCall): EndCall | undefined;
  /** Sends the call once; its answer, if there is one, is stored in the call. */
  send(api: ApiProcess, call: Call): Promise<void>;
  /** Searches for lots once. */
  search(api: ApiProcess): Promise<void>;
  /**
   * Concurrent callers, until the process is asked to end or it is enough. Calls without an answer
   * are repeated before new ones are made, including those of an earlier run.
   */
  run(api: ApiProcess, course?: Course): Promise<void>;
  /** Repeats every call without an answer until it has one; throws when that takes too long. */
  settle(api: ApiProcess): Promise<void>;
};

/** Starts and ends stays on `lots`; only the first may ever be full. */
export function createSessionLoad(options: {
  /** Numbers in [0, 1). */
  random: () => number;
  secret: string;
  lots: readonly [string, ...string[]];
}): SessionLoad {
  const { random, lots } = options;
  const authorization = `Bearer ${options.secret}`;
  const ledger: Ledger = { creates: [], ends: [], searchedCount: 0, failedCount: 0 };
  const unanswered = new Set<Call>();
  const parked: string[] = [];

  function newCreate(lotId: string): CreateCall {
    const number = ledger.creates.length;
    const call: CreateCall = {
      operation: 'create',
      idempotencyKey: `create-${number}`,
      body: { lot_id: lotId, plate: `H${String(number).padStart(7, '0')}` },
      isRefusable: lotId === lots[0],
      sentCount: 0,
      answer: undefined,
    };
    ledger.creates.push(call);
    return call;
  }

  function newEnd(begun?: CreateCall): EndCall | undefined {
    const place = isDone(begun?.answer)
      ? parked.indexOf(begun.answer.body.session.id)
      : Math.floor(random() * parked.length);
    const [sessionId] = parked.splice(place, 1);
    if (sessionId === undefined) return undefined;
    const call: EndCall = {
      operation: 'end',
      idempotencyKey: random() < KEYLESS_SHARE ? null : `end-${ledger.ends.length}`,
      body: { session_id: sessionId },
      sentCount: 0,
      answer: undefined,
    };
    ledger.ends.push(call);
    return call;
  }

  function newCall(): Call {
    const end = random() < END_SHARE ? newEnd() : undefined;
    return end ?? newCreate(lots[Math.floor(random() * lots.length)] ?? lots[0]);
  }

  async function send(api: ApiProcess, call: Call, copies = 1): Promise<void> {
    unanswered.delete(call);
    call.sentCount += copies;
    const path = call.operation === 'create' ? '/api/v1/sessions' : '/api/v1/sessions/end';
    const post = () =>
      api.exchange(path, {
        method: 'POST',
        headers: {
          authorization,
          'content-type': 'application/json',
          ...(call.idempotencyKey !== null && { 'idempotency-key': call.idempotencyKey }),
        },
        body: JSON.stringify(call.body),
      });
    note(ledger, call, await Promise.all(Array.from({ length: copies }, post)));
    if (call.answer === undefined) unanswered.add(call);
    if (call.operation === 'create' && isDone(call.answer))
      parked.push(call.answer.body.session.id);
  }

  async function search(api: ApiProcess): Promise<void> {
    const answer = await api.exchange(SEARCH_PATH, { headers: { authorization } });
    if (answer?.status === 200) ledger.searchedCount += 1;
  }

  function nextStep(api: ApiProcess): Promise<void> {
    if (random() < SEARCH_SHARE) return search(api);
    const [call = newCall()] = unanswered;
    return send(api, call, random() < TWIN_SHARE ? 2 : 1);
  }

  return {
    ledger,
    newCreate,
    newEnd,
    send,
    search,
    run: (api, course) => runCallers(api, CALLERS, () => nextStep(api), course),
    async settle(api) {
      for (let round = 0; unanswered.size > 0; round++) {
        if (round === SETTLE_ROUNDS_MAX)
          throw new Error(`no answer to ${[...unanswered].map(nameOf)}`);
        await Promise.all([...unanswered].map((call) => send(api, call)));
      }
    },
  };
}
