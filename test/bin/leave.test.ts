import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Principal } from '../../src/access/principals/principal.ts';
import { opened } from '../plates.ts';
import { addCaller } from '../stage/fixtures.ts';
import { openParking, type Parking } from '../stage/parking.ts';
import { callHexlot } from './stage/call-hexlot.ts';
import { runHexlot } from './stage/run-hexlot.ts';

let parking: Parking;
let dir: string;
let other: Principal;

beforeAll(async () => {
  parking = await openParking();
  other = await addCaller(parking.database, { name: 'Other' });
  dir = await mkdtemp(join(tmpdir(), 'hexlot-leave-'));
});
afterAll(async () => {
  await rm(dir, { recursive: true, force: true });
  await parking.database.drop();
});

const by =
  (run: typeof runHexlot) =>
  (...args: string[]) => {
    const { connectionString } = parking.database;
    return run(args, { HEXLOT_DATABASE_URL: connectionString, HEXLOT_DATA_DIR: dir });
  };
const hexlot = by(callHexlot);

async function json(...args: string[]) {
  const { code, stdout, stderr } = await hexlot(...args, '--json');
  expect(code, stderr).toBe(0);
  return JSON.parse(stdout);
}

const listed = async (lotId: string) =>
  (await parking.database.sql('select is_listed from lots where lot_id = $1', [lotId]))[0];
const plateOf = async ({ sessionId }: { sessionId: string }) => {
  const [row] = await parking.database.sql<{ plate: string | null }>(
    'select plate from session_details where session_id = $1',
    [sessionId],
  );
  return row?.plate ? opened(row.plate) : row?.plate;
};

test('an operator leaves: keys, webhooks, lots and holds ahead end, its data later, money never', async () => {
  const { database, caller } = parking;
  const { operatorId } = caller;
  await database.sql(`update operators set email = 'boss@example.org' where operator_id = $1`, [
    operatorId,
  ]);
  await json('operator', 'onboard', '--id', operatorId);
  const accounts = () => database.sql('select livemode from payee_accounts');
  const lotId = await parking.addLot();
  const rivalLot = await parking.addLot({ operator_id: other.operatorId });
  const stay = await parking.park(lotId, {
    plate: 'LEAVE1',
    driverEmail: 'pat@example.org',
    metadata: { ride: '42' },
  });
  await parking.end(stay);
  const away = await parking.park(rivalLot, { plate: 'LEAVE2', driverEmail: 'sam@example.org' });
  await parking.end(away);
  const guest = await parking.park(lotId, { plate: 'GUEST1', as: other });
  await parking.end(guest, { as: other });
  const going = await parking.park(lotId, { plate: 'LEAVE3' });
  const hold = await parking.held(lotId, { from: 300, minutes: 60 });

  const measured = { key_count: 1, webhook_count: 0, lot_count: 1, hold_count: 1 };
  const dry = await json('operator', 'leave', '--id', operatorId, '--dry-run');
  expect(dry).toMatchObject({ ...measured, is_dry_run: true });
  expect(await listed(lotId)).toEqual({ is_listed: true });
  const unsure = await by(runHexlot)('operator', 'leave', '--id', operatorId);
  expect(unsure).toMatchObject({ code: 1, stdout: '' });
  expect(unsure.stderr).toContain('give either --dry-run or --confirm');

  const left = await json('operator', 'leave', '--id', operatorId, '--confirm');
  expect(left).toMatchObject({ ...measured, is_dry_run: false });
  const again = await json('operator', 'leave', '--id', operatorId, '--confirm');
  expect(again).toMatchObject({ key_count: 0, lot_count: 0, hold_count: 0, due_at: left.due_at });
  expect(await listed(lotId)).toEqual({ is_listed: false });
  const ended = `select (select count(*)::integer from api_keys where operator_id = $1
      and revoked_at is null) as keys, (select status from holds where hold_id = $2) as hold`;
  expect(await database.sql(ended, [operatorId, hold.holdId])).toEqual([
    { keys: 0, hold: 'canceled' },
  ]);

  expect(await json('erasures', 'run')).toEqual({ done: 0, waiting: 0, failed: [] });
  expect(await json('erasures', 'run', '--now')).toEqual({ done: 1, waiting: 1, failed: [] });
  expect(await plateOf(stay)).toBeNull();
  expect(await plateOf(going)).toBe('LEAVE3');
  expect(await accounts()).toEqual([{ livemode: true }]);
  await parking.end(going);
  const people = await hexlot('erasures', 'run', '--now');
  expect(people.stdout).toBe('1 erasure done.\n');
  expect(await plateOf(going)).toBeNull();
  expect(await accounts()).toEqual([]);
  for (const text of ['boss@example.org', 'pat@example.org', 'sam@example.org', 'LEAVE1', 'LEAVE3'])
    expect(await parking.tablesWith(text), text).toEqual([]);
  // Theirs are the stay on their lot, and the one that their key began.
  expect([await plateOf(away), await plateOf(guest)]).toEqual(['LEAVE2', 'GUEST1']);
  const [money] = await database.sql(
    'select subtotal_minor > 0 as is_paid, metadata from sessions where session_id = $1',
    [stay.sessionId],
  );
  expect(money).toEqual({ is_paid: true, metadata: {} });
});
