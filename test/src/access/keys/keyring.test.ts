import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { createKey } from '../../../../src/access/keys/create-key.ts';
import { type Keyring, LOOK_UPS_MAX, openKeyring } from '../../../../src/access/keys/keyring.ts';
import { revokeKey } from '../../../../src/access/keys/revoke-key.ts';
import { rotateKey } from '../../../../src/access/keys/rotate-key.ts';
import { createOperator } from '../../../../src/access/operators/create-operator.ts';
import { updateOperator } from '../../../../src/access/operators/update-operator.ts';
import type { Postgres } from '../../../../src/stores/postgres.ts';
import { openTestDatabase, type TestDatabase } from '../../../stage/database.ts';
import { expireKey } from '../../../stage/fixtures.ts';
import { untilHolds } from '../../../stage/until-holds.ts';

const clock = { ms: Date.parse('2026-11-20T12:00:00Z'), now: () => clock.ms };

const KEYS_KEPT = 5;

let database: TestDatabase;
let db: Postgres;
let operatorId: string;
let keyring: Keyring;
let lookUpCount: number;
let noticeCount = 0;
let afterLookUp: () => Promise<void>;
let key: { id: string; secret: string };

beforeAll(async () => {
  database = await openTestDatabase();
  const operator = await createOperator(database.owner, {
    name: 'Op',
    plan: 'pro',
    actorId: 'test',
  });
  operatorId = operator.id;
});
afterAll(() => database.drop());

beforeEach(async () => {
  lookUpCount = 0;
  afterLookUp = async () => {};
  db = {
    ...database.db,
    listen: (channel, on) => {
      const onNotice = (payload: string) => {
        on.onNotice(payload);
        noticeCount += 1;
      };
      return database.db.listen(channel, { ...on, onNotice });
    },
    async query<Row extends object>(name: string, values?: Record<string, unknown>) {
      const rows = await database.db.query<Row>(name, values);
      if (name === 'api_keys_find') {
        lookUpCount += 1;
        await afterLookUp();
      }
      return rows;
    },
  };
  keyring = openKeyring({ db, clock, log });
  key = await newKey();
});
afterEach(() => keyring.close());

const log = pino({ level: 'silent' });

async function newKey(): Promise<{ id: string; secret: string }> {
  const made = await createKey(database.owner, {
    operatorId,
    name: 'till',
    mode: 'test',
    scopes: ['lots:read'],
    actorId: 'test',
  });
  return { id: made.key.id, secret: made.secret };
}

const unknown = (index: number) => `pk_live_${String(index).padStart(43, '0')}`;

/** The next reading of keys ends after `release` only; `reading` resolves once it is under way. */
function holdReading() {
  const begun = Promise.withResolvers<void>();
  const end = Promise.withResolvers<void>();
  afterLookUp = () => {
    afterLookUp = async () => {};
    begun.resolve();
    return end.promise;
  };
  return { reading: begun.promise, release: end.resolve };
}

/** Resolves once a second look-up of the same key no longer reads the database. */
async function untilKept(secret: string, ring = keyring): Promise<void> {
  await untilHolds(async () => {
    await ring.find(secret);
    const before = lookUpCount;
    await ring.find(secret);
    expect(lookUpCount).toBe(before);
  });
}

test('a valid secret finds its key with everything that decides about access', async () => {
  expect(await keyring.find(key.secret)).toEqual({
    type: 'key',
    id: key.id,
    operatorId,
    plan: 'pro',
    limitsEndUsers: false,
    livemode: false,
    scopes: ['lots:read'],
    fleetId: null,
    agentPlatform: null,
    agentName: null,
    rateLimits: {},
    spendCapCents: null,
    blockingInvoiceId: null,
    mandate: null,
    expiresAt: null,
  });
});

test('with ten times as many keys in use as are kept, a call reads its own key at most, and what is busy is kept', async () => {
  const others = await Promise.all(Array.from({ length: 10 * KEYS_KEPT }, newKey));
  const small = openKeyring({ db, clock, log, keysKept: KEYS_KEPT });
  await untilKept(key.secret, small);
  const before = lookUpCount;
  for (const round of [1, 2]) {
    for (const other of others) {
      expect((await small.find(other.secret))?.id).toBe(other.id);
      expect((await small.find(key.secret))?.id).toBe(key.id);
    }
    expect(lookUpCount).toBe(before + round * others.length);
  }
  // No more of them are kept than twice the bound.
  for (const other of others.toReversed()) await small.find(other.secret);
  const again = lookUpCount - before - 2 * others.length;
  expect(again).toBeGreaterThanOrEqual(others.length - 2 * KEYS_KEPT);
  await small.close();
});

test('what cannot be a secret never reaches the database', async () => {
  const { secret } = key;
  for (const text of ['', 'x', secret.slice(0, -1), `${secret}A`, secret.replace('pk_', 'sk_')])
    expect(await keyring.find(text)).toBeUndefined();
  expect(lookUpCount).toBe(0);
});

test('an unknown secret of the right form finds nothing', async () => {
  expect(await keyring.find(`pk_live_${'A'.repeat(43)}`)).toBeUndefined();
});

test('a revoked key is refused as soon as the notice arrives, though it was kept in memory', async () => {
  await untilKept(key.secret);
  await revokeKey(database.owner, { keyId: key.id, actorId: 'test' });
  await untilHolds(async () => expect(await keyring.find(key.secret)).toBeUndefined());
});

test('a rotated key is refused as soon as the notice arrives, and the new one has all its rights', async () => {
  const limits = `update api_keys set rate_limits = '{"read": 900}', spend_cap_cents = 70,
    fleet_id = 'north', agent_platform = 'openai' where key_id = $1`;
  await database.sql(limits, [key.id]);
  const before = await keyring.find(key.secret);
  await untilKept(key.secret);
  const made = await rotateKey(database.owner, { keyId: key.id, actorId: 'test' });
  expect(await keyring.find(made.secret)).toEqual({ ...before, id: made.key.id });
  await untilHolds(async () => expect(await keyring.find(key.secret)).toBeUndefined());
});

test('a new cap and new rate limits are seen as soon as the notice arrives', async () => {
  await untilKept(key.secret);
  const change = `update api_keys set rate_limits = '{"write": 500}', spend_cap_cents = 5
    where key_id = $1`;
  await database.sql(change, [key.id]);
  const changed = { rateLimits: { write: 500 }, spendCapCents: 5 };
  await untilHolds(async () => expect(await keyring.find(key.secret)).toMatchObject(changed));
});

test('calls at the same time share a reading, but not one from before a change', async () => {
  const { reading, release } = holdReading();
  const earlier = keyring.find(key.secret);
  await reading;
  await revokeKey(database.owner, { keyId: key.id, actorId: 'test' });
  const later = Array.from({ length: 3 }, () => keyring.find(key.secret));
  release();
  expect((await earlier)?.id).toBe(key.id);
  expect(await Promise.all(later)).toEqual([undefined, undefined, undefined]);
  expect(lookUpCount).toBe(2);
});

test('a flood of unknown secrets costs one statement at a time, and valid ones are found in it', async () => {
  const others = await Promise.all(Array.from({ length: 3 }, newKey));
  const { reading, release } = holdReading();
  const first = keyring.find(unknown(0));
  await reading;
  const flood = Array.from({ length: 500 }, (_, index) => keyring.find(unknown(index)));
  const valid = [key, ...others].map(({ secret }) => keyring.find(secret));
  release();
  expect(await first).toBeUndefined();
  expect(new Set(await Promise.all(flood))).toEqual(new Set([undefined]));
  const ids = (await Promise.all(valid)).map((caller) => caller?.id);
  expect(ids).toEqual([key, ...others].map(({ id }) => id));
  expect(lookUpCount).toBe(2);
});

test('while the database does not answer, only so many look-ups wait; afterwards all are answered', async () => {
  const { reading, release } = holdReading();
  const first = keyring.find(key.secret);
  await reading;
  const waiting = Array.from({ length: LOOK_UPS_MAX - 1 }, () => keyring.find(key.secret));
  await expect(keyring.find(key.secret)).rejects.toMatchObject({ code: 'INTERNAL', status: 503 });
  release();
  for (const caller of await Promise.all([first, ...waiting])) expect(caller?.id).toBe(key.id);
  expect((await keyring.find(key.secret))?.id).toBe(key.id);
});

test('a key that changes while it is being read is not kept', async () => {
  await untilKept((await newKey()).secret);
  afterLookUp = async () => {
    afterLookUp = async () => {};
    const before = noticeCount;
    await revokeKey(database.owner, { keyId: key.id, actorId: 'test' });
    await untilHolds(() => expect(noticeCount).toBeGreaterThan(before));
  };
  expect(await keyring.find(key.secret)).toBeDefined();
  expect(await keyring.find(key.secret)).toBeUndefined();
});

test("an operator's new plan is seen as soon as the notice arrives", async () => {
  await untilKept(key.secret);
  await updateOperator(database.owner, { operatorId, plan: 'free', actorId: 'test' });
  await untilHolds(async () => expect((await keyring.find(key.secret))?.plan).toBe('free'));
  await updateOperator(database.owner, { operatorId, plan: 'pro', actorId: 'test' });
});

test('while no notices arrive every call reads the database; afterwards keys are kept again', async () => {
  await untilKept(key.secret);
  const cut = `select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and query ilike 'listen %'`;
  await database.sql(cut);
  await untilHolds(async () => {
    const before = lookUpCount;
    for (let call = 0; call < 3; call += 1) await keyring.find(key.secret);
    expect(lookUpCount).toBe(before + 3);
  });
  await untilKept(key.secret);
  await revokeKey(database.owner, { keyId: key.id, actorId: 'test' });
  await untilHolds(async () => expect(await keyring.find(key.secret)).toBeUndefined());
});

test('a key ends at its expiry to the millisecond, kept in memory or not', async () => {
  const expiring = await newKey();
  await expireKey(database, expiring.id, new Date(clock.ms + 10_000));
  await untilKept(expiring.secret);
  clock.ms += 9_999;
  expect(await keyring.find(expiring.secret)).toBeDefined();
  clock.ms += 1;
  expect(await keyring.find(expiring.secret)).toBeUndefined();
});

test('a key is read again after half a minute, in case a notice was lost', async () => {
  await untilKept(key.secret);
  const before = lookUpCount;
  clock.ms += 30_000;
  await keyring.find(key.secret);
  expect(lookUpCount).toBe(before + 1);
});

test('the last use of a key is in the database once the keyring is closed', async () => {
  clock.ms += 1_000;
  await keyring.find(key.secret);
  await keyring.close();
  const rows = await database.sql<{ last_used_at: Date }>(
    'select last_used_at from api_keys where key_id = $1',
    [key.id],
  );
  expect(rows).toEqual([{ last_used_at: new Date(clock.ms) }]);
});

test('a refused key is not marked as used', async () => {
  await revokeKey(database.owner, { keyId: key.id, actorId: 'test' });
  expect(await keyring.find(key.secret)).toBeUndefined();
  await keyring.close();
  const rows = await database.sql('select last_used_at from api_keys where key_id = $1', [key.id]);
  expect(rows).toEqual([{ last_used_at: null }]);
});
