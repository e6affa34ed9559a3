import { newId } from '../../src/access/ids.ts';
import {
  type Mandate,
  type MandateRules,
  toMandateRow,
} from '../../src/access/mandates/mandate.ts';
import type { Principal } from '../../src/access/principals/principal.ts';
import { cellAt } from '../../src/kit/geo/cells.ts';
import { roundDegrees } from '../../src/kit/geo/great-circle.ts';
import { newUuid } from '../../src/kit/uuid.ts';
import type { TestDatabase } from './database.ts';

type Sql = Pick<TestDatabase, 'sql'>;

/** An operator with one key; `more` overrides what the key may do. */
export async function addCaller(
  database: Sql,
  more: Partial<Principal> & { name?: string } = {},
): Promise<Principal> {
  const caller: Principal = {
    type: 'key',
    id: newId('key'),
    operatorId: newId('op'),
    plan: 'pro',
    limitsEndUsers: false,
    livemode: true,
    scopes: ['sessions:read', 'sessions:write', 'lots:read', 'intelligence'],
    fleetId: null,
    agentPlatform: null,
    agentName: null,
    rateLimits: {},
    spendCapCents: null,
    mandate: null,
    expiresAt: null,
    blockingInvoiceId: null,
    ...more,
  };
  await database.sql(
    'insert into operators (operator_id, name, plan) values ($1, $2, $3) on conflict do nothing',
    [caller.operatorId, more.name ?? 'Test operator', caller.plan],
  );
  await database.sql(
    `insert into api_keys (key_id, operator_id, name, prefix, last4, secret_sha256, livemode,
       scopes, fleet_id, agent_platform)
     values ($1, $2, 'test', $3, 'last', sha256(convert_to($1, 'UTF8')), $4, $5, $6, $7)`,
    [
      caller.id,
      caller.operatorId,
      caller.livemode ? 'pk_live_' : 'pk_test_',
      caller.livemode,
      caller.scopes,
      caller.fleetId,
      caller.agentPlatform,
    ],
  );
  if (caller.mandate !== null) await addMandate(database, caller, caller.mandate);
  return caller;
}

/**
 * A zone in which it is about noon, so that a test is over before the next midnight. Names of the
 * area Etc count the hours westwards.
 */
export function zoneAtNoon(): string {
  const ahead = 12 - new Date().getUTCHours();
  return ahead >= 0 ? `Etc/GMT-${ahead}` : `Etc/GMT+${-ahead}`;
}

/** A mandate of these rules; without any, it allows everything. */
export function newMandate(rules: Partial<MandateRules>): Mandate {
  return { mandateId: newId('man'), ...newRules(rules) };
}

/** The rules of a mandate; without any, it allows everything. */
export function newRules(rules: Partial<MandateRules>): MandateRules {
  return {
    currency: null,
    maxPerStayMinor: null,
    maxPerDayMinor: null,
    maxPerMonthMinor: null,
    lotIds: null,
    area: null,
    hours: null,
    timezone: zoneAtNoon(),
    needsActivation: false,
    ...rules,
  };
}

/** Gives a caller its mandate, which may have been written for another key of its line. */
async function addMandate({ sql }: Sql, caller: Principal, mandate: Mandate): Promise<void> {
  await sql(
    `insert into mandates
     select * from jsonb_populate_record(null::mandates, $1) on conflict do nothing`,
    [
      JSON.stringify({
        ...toMandateRow(mandate),
        operator_id: caller.operatorId,
        livemode: caller.livemode,
        created_at: new Date(),
      }),
    ],
  );
  await sql('update api_keys set mandate_id = $2 where key_id = $1', [
    caller.id,
    mandate.mandateId,
  ]);
}

/** Sets the end of a key to any instant, even one that the database's clock has passed. */
export async function expireKey({ sql }: Sql, keyId: string, expiresAt: Date): Promise<void> {
  await sql('update api_keys set expires_at = $2 where key_id = $1', [keyId, expiresAt]);
}

export type LotColumns = {
  lot_id: string;
  operator_id: string;
  livemode: boolean;
  ref: string | null;
  name: string;
  latitude: number;
  longitude: number;
  country: string;
  total_spaces: number;
  rate_minor: number | null;
  rate_unit: 'hour' | 'day';
  currency: string;
  max_daily_minor: number | null;
  opening_hours: string | null;
  status: 'active' | 'closed';
  is_listed: boolean;
  /** These are LATER_COLUMNS. */
  availability_shown?: 'exact' | 'level' | 'none';
  has_no_daily_max?: boolean;
  is_capacity_estimated?: boolean;
  billing_step_minutes?: number;
  entry_instructions: object | null;
};

/**
 * Unknown to databases of earlier migrations, so that they are written only where they are given.
 */
const LATER_COLUMNS = [
  'availability_shown',
  'has_no_daily_max',
  'is_capacity_estimated',
  'billing_step_minutes',
] as const;

/** Lots are numbered, so that those at one place do not look like one car park listed twice. */
let lotCount = 0;

/** Writes a lot with its audit row as the product would. Returns its id. */
export async function addLot(
  database: Sql,
  more: Partial<LotColumns> & Pick<LotColumns, 'operator_id'>,
): Promise<string> {
  lotCount += 1;
  const lot: LotColumns = {
    lot_id: newUuid(),
    livemode: true,
    ref: null,
    name: `Test lot ${lotCount}`,
    latitude: 43.6532,
    longitude: -79.3832,
    country: 'CA',
    total_spaces: 10,
    rate_minor: 350,
    rate_unit: 'hour',
    currency: 'cad',
    max_daily_minor: null,
    opening_hours: null,
    status: 'active',
    is_listed: true,
    entry_instructions: null,
    ...more,
  };
  lot.latitude = roundDegrees(lot.latitude);
  lot.longitude = roundDegrees(lot.longitude);
  const cell = String(cellAt(lot.latitude, lot.longitude));
  const columns = { ...lot, cell, slug: 'test-lot', timezone: 'America/Toronto' };
  const row = JSON.stringify({ ...columns, lot_type: 'surface' });
  await database.sql(
    `insert into lots (lot_id, operator_id, livemode, ref, name, slug, latitude, longitude, country,
       cell, timezone, total_spaces, rate_minor, rate_unit, currency, max_daily_minor,
       opening_hours, lot_type, status, is_listed, entry_instructions)
     select lot_id, operator_id, livemode, ref, name, slug, latitude, longitude, country, cell,
       timezone, total_spaces, rate_minor, rate_unit, currency, max_daily_minor, opening_hours,
       lot_type, status, is_listed,
       nullif(entry_instructions, 'null')
     from jsonb_populate_record(null::lots, $1)`,
    [row],
  );
  for (const column of LATER_COLUMNS)
    if (lot[column] !== undefined)
      await database.sql(`update lots set ${column} = $2 where lot_id = $1`, [
        lot.lot_id,
        lot[column],
      ]);
  await database.sql(
    `insert into audit_log (actor_type, actor_id, operator_id, livemode, action, entity_id, diff)
     values ('system', 'test', $1, $2, 'lot.created', $3,
       jsonb_build_object('before', null, 'after', $4::jsonb))`,
    [lot.operator_id, lot.livemode, lot.lot_id, JSON.stringify(columns)],
  );
  return lot.lot_id;
}
