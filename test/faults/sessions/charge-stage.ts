import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import { createKey } from '../../../src/access/keys/create-key.ts';
import { SPEND_CAP_CENTS_MAX } from '../../../src/access/keys/spend-cap.ts';
import { createOperator } from '../../../src/access/operators/create-operator.ts';
import { openTestDatabase, type TestDatabase } from '../../stage/database.ts';
import { addLot } from '../../stage/fixtures.ts';
import { openTestWarehouse } from '../../stage/warehouse.ts';
import { type Backends, watchBackends } from '../database/backends.ts';
import { type ApiProcess, killApiProcesses, startApiProcess } from '../processes/api-process.ts';
import { type Course, runCallers } from '../processes/run-callers.ts';
import { type Buyer, findFaults, nameOf, note, type Purchase } from './charge-ledger.ts';

const PLACE = 'lat=43.6532&lng=-79.3832';
/** Enough for an answer that costs something. */
const LOTS = 3;
const CALLERS = 12;
/** Share of calls with an Idempotency-Key that are sent twice at the same moment. */
const TWIN_SHARE = 0.15;
const SETTLE_ROUNDS_MAX = 20;
const CALLS_PER_MINUTE = 1_000_000;

/** The lock that a commit of a charge waits for, see COMMITS_WAIT. */
export const COMMIT_LOCK = 'select pg_advisory_xact_lock(1)';
const COMMITS_WAIT = `
  create function wait_at_commit() returns trigger language plpgsql as $$
    begin perform pg_advisory_xact_lock_shared(1); return null; end $$;
  create constraint trigger usage_waits_at_commit after insert on usage
    deferrable initially deferred for each row execute function wait_at_commit()`;

export type ChargeStage = Backends & {
  database: TestDatabase;
  purchases: readonly Purchase[];
  /**
   * The running api role; a new one when none is running. With `andNext` another one is started
   * meanwhile, for when this one is gone.
   */
  runningApi(andNext?: boolean): Promise<ApiProcess>;
  /** A new api role in place of the running one: it knows nothing of the market yet. */
  freshApi(): Promise<ApiProcess>;
  /** Two new purchases of each buyer, not sent yet. */
  newPurchases(): Purchase[];
  send(api: ApiProcess, purchase: Purchase): Promise<void>;
  /** Concurrent buyers; what has no answer and may be repeated is repeated first. */
  run(api: ApiProcess, course: Course): Promise<void>;
  /** Repeats every call that may be repeated until it has an answer. */
  settle(api: ApiProcess): Promise<void>;
  expectNoFaults(): Promise<void>;
  close(): Promise<void>;
};

/** A published market, and buyers with and without Idempotency-Keys and spend caps. */
export async function openChargeStage(random: () => number): Promise<ChargeStage> {
  const database = await openTestDatabase();
  const buyers = await addBuyers(database);
  await database.sql(COMMITS_WAIT);
  const purchases: Purchase[] = [];
  const unanswered = new Set<Purchase>();
  let current: ApiProcess | undefined;
  let next: Promise<ApiProcess> | undefined;

  function newPurchase(buyer: Buyer): Purchase {
    const number = purchases.length;
    const purchase: Purchase = {
      buyer,
      idempotencyKey: buyer.isKeyed ? `purchase-${number}` : null,
      query: `${PLACE}&radius_km=${1 + (number % 40)}`,
      sentCount: 0,
      answer: undefined,
    };
    purchases.push(purchase);
    return purchase;
  }

  async function send(api: ApiProcess, purchase: Purchase, copies = 1): Promise<void> {
    const { buyer, idempotencyKey, query } = purchase;
    unanswered.delete(purchase);
    purchase.sentCount += copies;
    const get = () =>
      api.exchange(`/api/v2/intelligence/market-rate?${query}`, {
        headers: {
          authorization: `Bearer ${buyer.secret}`,
          ...(idempotencyKey !== null && { 'idempotency-key': idempotencyKey }),
        },
      });
    note(purchase, await Promise.all(Array.from({ length: copies }, get)));
    if (purchase.answer === undefined && buyer.isKeyed) unanswered.add(purchase);
  }

  function nextCall(api: ApiProcess): Promise<void> {
    const [repeated] = unanswered;
    const buyer = buyers[Math.floor(random() * buyers.length)] ?? buyers[0];
    const purchase = repeated ?? newPurchase(buyer);
    const isTwin = purchase.buyer.isKeyed && random() < TWIN_SHARE;
    return send(api, purchase, isTwin ? 2 : 1);
  }

  const compileCache = await mkdtemp(join(tmpdir(), 'hexlot-compiled-'));
  const start = () => startApiProcess(database.connectionString, { compileCache });
  // Compiled code is written only by a process that ends in order.
  await (await start()).stop();
  async function runningApi(andNext = false): Promise<ApiProcess> {
    if (!current?.isKept()) {
      current = await (next ?? start());
      next = undefined;
    }
    if (andNext) next ??= start();
    // It is killed when the stage is closed.
    next?.catch(() => undefined);
    return current;
  }

  return {
    ...watchBackends(database),
    database,
    purchases,
    runningApi,
    async freshApi() {
      await current?.kill();
      return runningApi();
    },
    newPurchases: () => [...buyers, ...buyers].map(newPurchase),
    send,
    run: (api, course) => runCallers(api, CALLERS, () => nextCall(api), course),
    async settle(api) {
      for (let round = 0; unanswered.size > 0; round++) {
        if (round === SETTLE_ROUNDS_MAX)
          throw new Error(`no answer to ${[...unanswered].map(nameOf)}`);
        await Promise.all([...unanswered].map((purchase) => send(api, purchase)));
      }
    },
    async expectNoFaults() {
      expect(await findFaults(database, purchases)).toEqual([]);
    },
    async close() {
      killApiProcesses();
      await next?.catch(() => undefined);
      await rm(compileCache, { recursive: true });
      await database.drop();
    },
  };
}

async function addBuyers(database: TestDatabase): Promise<[Buyer, ...Buyer[]]> {
  const db = database.owner;
  const actorId = 'test';
  const { id: operatorId } = await createOperator(db, { name: 'Test', plan: 'pro', actorId });
  for (let lot = 0; lot < LOTS; lot++) await addLot(database, { operator_id: operatorId });
  const warehouse = await openTestWarehouse(database);
  await warehouse.refresh();
  await warehouse.close();

  async function addBuyer(isKeyed: boolean, spendCapCents: number | null): Promise<Buyer> {
    const { key, secret } = await createKey(db, {
      operatorId,
      name: 'test',
      mode: 'live',
      scopes: ['intelligence'],
      rateLimits: { intelligence: CALLS_PER_MINUTE },
      spendCapCents,
      actorId,
    });
    return { keyId: key.id, secret, isKeyed };
  }
  return [
    await addBuyer(true, null),
    await addBuyer(true, SPEND_CAP_CENTS_MAX),
    await addBuyer(false, null),
    await addBuyer(false, SPEND_CAP_CENTS_MAX),
  ];
}
