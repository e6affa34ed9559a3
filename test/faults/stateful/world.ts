import { createKey, type KeyDetails } from '../../../src/access/keys/create-key.ts';
import { createOperator } from '../../../src/access/operators/create-operator.ts';
import { SCOPES } from '../../../src/access/principals/scopes.ts';
import { NO_LIMITS } from '../../api/proxied-api.ts';
import type { TestDatabase } from '../../stage/database.ts';
import { addLot, newRules } from '../../stage/fixtures.ts';
import { openTestWarehouse } from '../../stage/warehouse.ts';

/** A program of an operator: what it may do is what its key may. */
export type Actor = { name: string; secret: string; ownsLots: boolean; fleetId: string | null };

export type World = {
  actors: readonly Actor[];
  /** The first is nearly always full, the last never. */
  lotIds: readonly string[];
  place: { lat: number; lng: number };
};

const PLACE = { lat: 43.6532, lng: -79.3832 };
const SPACES = [3, 12, 60, 5_000];
const FLEET = 'fleet-7';
const CURRENCY = 'cad';
/** US cents: a few market rates. */
const SPEND_CAP_CENTS = 95;

/**
 * An operator with lots, whose market is published; an agent of another operator with a mandate and
 * a spend cap; a second key under the same mandate; and a fleet of a third.
 */
export async function openWorld(database: TestDatabase): Promise<World> {
  const db = database.owner;
  const actorId = 'test';

  async function newActor(
    name: string,
    more: Partial<KeyDetails> = {},
    ofOperator?: string,
  ): Promise<Actor & { operatorId: string; keyId: string }> {
    const operatorId = ofOperator ?? (await createOperator(db, { name, plan: 'pro', actorId })).id;
    const scopes = SCOPES;
    const { key, secret } = await createKey(db, {
      ...{ operatorId, name, mode: 'live', scopes, actorId, rateLimits: NO_LIMITS },
      ...more,
    });
    const fleetId = more.fleetId ?? null;
    return { name, secret, operatorId, keyId: key.id, ownsLots: false, fleetId };
  }

  const owner = { ...(await newActor('owner')), ownsLots: true };
  const agent = await newActor('agent', {
    agentPlatform: 'example',
    spendCapCents: SPEND_CAP_CENTS,
    mandate: newRules({
      currency: CURRENCY,
      maxPerStayMinor: 1_500,
      maxPerDayMinor: 9_000,
      maxPerMonthMinor: 20_000,
    }),
  });
  const fleet = await newActor('fleet', { fleetId: FLEET });
  const fleetWithMandate = await newActor(
    'fleet with a mandate',
    { fleetId: FLEET, mandate: newRules({ currency: CURRENCY, maxPerDayMinor: 4_000 }) },
    fleet.operatorId,
  );
  const lotIds: string[] = [];
  for (const [i, total_spaces] of SPACES.entries())
    lotIds.push(
      await addLot(database, {
        ...{ operator_id: owner.operatorId, total_spaces, currency: CURRENCY },
        ...{ name: `Lot ${i}`, latitude: PLACE.lat + i / 1_000, longitude: PLACE.lng },
      }),
    );
  // Others may hold all of them, and one of them has marked spaces.
  await database.sql('update lots set hold_others_pct = 100, hold_each_pct = 100');
  await database.sql(
    `update lots set space_labels = labels, free_labels = labels
     from (select array_agg('A' || n order by n) as labels from generate_series(1, 12) as n) as all_
     where total_spaces = 12`,
  );
  const warehouse = await openTestWarehouse(database);
  await warehouse.refresh();
  await warehouse.close();
  return { actors: [owner, agent, fleet, fleetWithMandate], lotIds, place: PLACE };
}
