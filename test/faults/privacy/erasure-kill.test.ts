import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../../../src/access/ids.ts';
import { erase } from '../../../src/parking/privacy/erase.ts';
import { sealed } from '../../plates.ts';
import { openParking, type Parking } from '../../stage/parking.ts';

const PROGRAM = fileURLToPath(new URL('./erasure-process.ts', import.meta.url));
const STAYS = 5;
const STATEMENTS = [
  ...['erasures_lock', 'stays_of_person', 'persons_unlink', 'erasures_finish', 'persons_lock'],
  'persons_forget',
];
/** In the first step, and in the last one. */
const PASSES = [1, 3];
const DEATHS = [
  ...STATEMENTS.flatMap((name) => [`before ${name}`, `after ${name}`]),
  'between two steps',
].flatMap((point) => PASSES.map((pass) => ({ point, pass })));

let parking: Parking;
let lotId: string;
let count = 0;

beforeAll(async () => {
  parking = await openParking();
  lotId = await parking.addLot({ total_spaces: 1_000 });
});
afterAll(() => parking.database.drop());

/** A driver with stays and an erasure that waits for them. */
async function driver() {
  count += 1;
  const plate = `KILLED${count}`;
  const email = `killed.${count}@example.org`;
  for (let i = 0; i < STAYS; i += 1)
    await parking.end(await parking.park(lotId, { plate, driverEmail: email }));
  const erasureId = newId('era');
  await parking.database.sql(
    `insert into erasures (erasure_id, operator_id, livemode, kind, subject, due_at)
     values ($1, $2, true, 'plate', $3, now())`,
    [erasureId, parking.caller.operatorId, sealed(plate)],
  );
  return { plate, email, erasureId };
}

async function books({ plate, email, erasureId }: Awaited<ReturnType<typeof driver>>) {
  const [erasure] = await parking.database.sql(
    `select status, session_count, (select count(*)::integer from audit_log
       where action = 'erasure.done' and entity_id = erasure_id) as done_count
     from erasures where erasure_id = $1`,
    [erasureId],
  );
  const tables = [...(await parking.tablesWith(plate)), ...(await parking.tablesWith(email))];
  return { erasure, tables };
}

test.each(DEATHS)(
  'killed $point, time $pass, an erasure is done by the next run',
  async (death) => {
    const { point, pass } = death;
    const person = await driver();
    const { connectionString } = parking.pipelines;
    const child = spawn(
      process.execPath,
      [PROGRAM, connectionString, person.erasureId, point, String(pass)],
      { stdio: ['ignore', 'inherit', 'inherit'] },
    );
    const [, signal] = await once(child, 'exit');
    expect(signal).toBe('SIGKILL');
    await erase({ db: parking.pipelines, stayCountMax: 2 }, { ...person, isNow: false });
    expect(await books(person)).toEqual({
      erasure: { status: 'done', session_count: STAYS, done_count: 1 },
      tables: [],
    });
  },
);

test('two runs at the same time do it once', async () => {
  const person = await driver();
  const run = () => erase({ db: parking.pipelines, stayCountMax: 2 }, { ...person, isNow: false });
  const done = await Promise.all([run(), run(), run()]);
  expect(done.filter(Boolean)).toHaveLength(1);
  expect(await books(person)).toEqual({
    erasure: { status: 'done', session_count: STAYS, done_count: 1 },
    tables: [],
  });
});

test('a stay that begins at the same moment waits, and has a vehicle of its own', async () => {
  for (let i = 0; i < 5; i += 1) {
    const person = await driver();
    const [, stay] = await Promise.all([
      erase({ db: parking.pipelines, stayCountMax: 2 }, { ...person, isNow: false }),
      parking.park(lotId, { plate: person.plate }),
    ]);
    const [kept] = await parking.database.sql<{ plate: string }>(
      'select plate from session_details where session_id = $1',
      [stay.sessionId],
    );
    expect(kept?.plate).toBe(sealed(person.plate));
    await parking.end(stay);
  }
});
