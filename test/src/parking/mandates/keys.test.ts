import { afterAll, beforeAll, expect, test } from 'vitest';
import { createKey, type NewKey } from '../../../../src/access/keys/create-key.ts';
import { findKeys } from '../../../../src/access/keys/find-keys.ts';
import { listKeys } from '../../../../src/access/keys/list-keys.ts';
import { rotateKey } from '../../../../src/access/keys/rotate-key.ts';
import { hashSecret } from '../../../../src/access/keys/secret.ts';
import { readMandate } from '../../../../src/parking/mandates/read-mandate.ts';
import { addCaller, newMandate } from '../../../stage/fixtures.ts';
import { openParking, type Parking } from '../../../stage/parking.ts';

const INPUT = {
  currency: 'cad',
  max_per_stay: 7,
  max_per_day: 20,
  area: { lat: 43.65, lng: -79.38, radius_km: 3 },
  hours: 'Mo-Su 00:00-24:00',
  timezone: 'America/Toronto',
};

let parking: Parking;
beforeAll(async () => {
  parking = await openParking();
});
afterAll(() => parking.database.drop());

async function make(input: object, more: Partial<NewKey> = {}) {
  const { owner } = parking.database;
  return createKey(owner, {
    operatorId: parking.caller.operatorId,
    name: 'agent',
    mode: 'live',
    scopes: ['sessions:read', 'sessions:write'],
    actorId: 'test',
    mandate: await readMandate(owner, { livemode: true }, input),
    ...more,
  });
}

async function holderOf(secret: string) {
  const secretSha256 = hashSecret(secret);
  return (await findKeys(parking.db, [secretSha256])).get(secretSha256);
}
const countMandates = async () => {
  const [row] = await parking.database.sql<{ n: number }>(
    'select count(*)::integer as n from mandates',
  );
  return row?.n;
};

test('a key is found with the mandate that it was made with', async () => {
  const { secret } = await make(INPUT);
  expect((await holderOf(secret))?.mandate).toEqual({
    mandateId: expect.stringMatching(/^man_[0-9a-f]{32}$/),
    currency: 'cad',
    maxPerStayMinor: 700,
    maxPerDayMinor: 2_000,
    maxPerMonthMinor: null,
    lotIds: null,
    area: { lat: 43.65, lng: -79.38, radiusM: 3_000 },
    hours: 'Mo-Su 00:00-24:00',
    timezone: 'America/Toronto',
    needsActivation: false,
  });
});

test('the audit row of a key shows its mandate', async () => {
  const { key } = await make(INPUT);
  const [row] = await parking.database.sql<{ mandate: object }>(
    `select diff #> '{after,mandate}' as mandate from audit_log where entity_id = $1`,
    [key.id],
  );
  expect(row?.mandate).toMatchObject({
    max_per_day_minor: 2_000,
    mandate_id: key.mandate?.mandate_id,
  });
});

test('a key that would have expired already leaves no mandate behind', async () => {
  const before = await countMandates();
  await expect(make(INPUT, { expiresAt: new Date('2020-01-01') })).rejects.toThrow('expires_at');
  expect(await countMandates()).toBe(before);
});

test('a rotated key has the mandate of the old one, and what the old one spent stays spent', async () => {
  const old = await make(INPUT);
  const lotId = await parking.addLot({ rate_minor: 350 });
  const holder = async (secret: string) => {
    const caller = await holderOf(secret);
    if (caller === undefined) throw new Error('no such key');
    return caller;
  };
  for (let i = 0; i < 2; i += 1)
    await parking.park(lotId, { as: await holder(old.secret), durationHours: 2 });
  const made = await rotateKey(parking.database.owner, { keyId: old.key.id, actorId: 'test' });
  expect(made.key.mandate).toEqual(old.key.mandate);
  const as = await holder(made.secret);
  await expect(parking.park(lotId, { as, durationHours: 2 })).rejects.toMatchObject({
    details: { reason: 'mandate_exceeded', rule: 'max_per_day', left: 6, currency: 'cad' },
  });
  const keys = await listKeys(parking.database.owner, parking.caller.operatorId);
  expect(keys.filter(({ mandate }) => mandate?.mandate_id === as.mandate?.mandateId)).toHaveLength(
    2,
  );
});

test('a key that is made with the mandate of another shares what it has left', async () => {
  const first = await make(INPUT);
  const shared = (await holderOf(first.secret))?.mandate ?? null;
  const second = await make(INPUT, { mandate: shared });
  expect(second.key.mandate).toEqual(first.key.mandate);
  expect((await holderOf(second.secret))?.mandate).toEqual(shared);
});

test('no key carries the mandate of another operator, or of the other world', async () => {
  const { secret } = await make(INPUT);
  const mandate = (await holderOf(secret))?.mandate ?? null;
  const other = await addCaller(parking.database);
  for (const more of [{ operatorId: other.operatorId }, { mode: 'test' as const }])
    await expect(make(INPUT, { ...more, mandate })).rejects.toThrow('api_keys_mandate');
});

test('no key is made with a mandate that is not there', async () => {
  await expect(make(INPUT, { mandate: newMandate({}) })).rejects.toThrow('api_keys_mandate');
});

test('a mandate is never changed', async () => {
  await make(INPUT);
  await expect(
    parking.database.sql('update mandates set max_per_day_minor = 1000000'),
  ).rejects.toThrow('append-only');
});

test('a zone that only the runtime knows is refused, and nothing is written', async () => {
  const before = await countMandates();
  const rules = await readMandate(parking.db, { livemode: true }, INPUT);
  await expect(
    make(INPUT, { mandate: { ...rules, timezone: 'Mars/Olympus' } }),
  ).rejects.toMatchObject({ details: [{ field: 'mandate.timezone' }] });
  expect(await countMandates()).toBe(before);
});
