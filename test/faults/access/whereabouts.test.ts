import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Operation } from '../../../api/operation.ts';
import { routes } from '../../../api/routes.ts';
import type { IdCall } from '../../api/calls-with-ids.ts';
import type { Answer } from '../../api/client.ts';
import { fieldsOf } from '../../api/request-fields.ts';
import { isFull } from '../../stage/size.ts';
import { type LeakStage, openLeakStage, SECRETS, type Viewer } from './leak-stage.ts';

// Whether a vehicle is parked, held or allocated is shown only to those whose key did it, and to
// the operator of the lot: every call with its plate is answered as one with a plate that nobody
// has seen.

const ROUNDS = isFull ? 40 : 0;
const TIMES_MAX = 10;

let stage: LeakStage;
beforeAll(async () => {
  stage = await openLeakStage();
});
afterAll(() => stage.api.stop());

const takesPlates = routes.filter((route) =>
  fieldsOf(route).some(({ path }) => String(path.at(-1)) === 'plate'),
);
/** Names a vehicle of a dispatch or a hold, which others do not see at all. */
const OF_IDS = ['commitDispatch', 'activateReservation'];

const CALLS: Record<string, (plate: string, lot: string) => IdCall> = {
  createSession: (plate, lot) => ({ body: { lot_id: lot, plate } }),
  searchSessions: (plate) => ({ query: { plate } }),
  createErasure: (plate) => ({ body: { plate } }),
  exportPlate: (plate) => ({ query: { plate } }),
  reserve: (plate, lot) => ({ body: { intent: 'now for an hour', lot_id: lot, plate } }),
  dispatchFleet: (plate, lot) => ({
    body: { fleet_id: 'mine', lot_id: lot, vehicles: [{ plate }, { plate: `${plate}X` }] },
  }),
};
const nameOf = ({ operationId }: Operation) => operationId.replace(/V1$/, '');

test('every operation that takes a plate is called here', () => {
  expect([...new Set(takesPlates.map(nameOf))].sort()).toEqual(
    [...Object.keys(CALLS), ...OF_IDS].sort(),
  );
});

/** What an answer says apart from what is new in each: ids, codes, instants. */
function gistOf({ status, body }: Answer): unknown {
  const NEW = /(^|_)(id|code|secret|token|at|end|plate)$/;
  const gist = JSON.stringify(body, (name, value) =>
    NEW.test(name) && value !== null && typeof value !== 'object' ? typeof value : value,
  );
  return { status, gist: gist.replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'then') };
}

const isStranger = ({ name }: Viewer) =>
  !name.includes('the same operator') && name !== 'the operator of the lot' && name !== 'the fleet';

const told = Object.entries({
  parked: SECRETS.plate,
  held: SECRETS.heldPlate,
  allocated: SECRETS.fleetPlate,
});

test.each(takesPlates.filter((one) => nameOf(one) in CALLS))(
  '$method $path is answered to strangers as if nobody had the vehicle',
  async (operation) => {
    for (const [i, viewer] of stage.viewers.filter(isStranger).entries())
      for (const [state, plate] of told) {
        const ask = (one: string) =>
          stage.call(operation, CALLS[nameOf(operation)]?.(one, stage.lot) ?? {}, viewer);
        const known = await ask(plate);
        const unknown = await ask(`UNSEEN${i}${state.charAt(0)}`);
        expect(gistOf(known), `${state}, to ${viewer.name}`).toEqual(gistOf(unknown));
      }
  },
);

test.runIf(isFull)('nor does it take ten times as long, or a tenth', async () => {
  const search = routes.find(({ operationId }) => operationId === 'searchSessions');
  const stranger = stage.viewers.find(({ name }) => name === 'another operator');
  if (search === undefined || stranger === undefined) throw new Error('there is none');
  const fastest = { known: Number.POSITIVE_INFINITY, unknown: Number.POSITIVE_INFINITY };
  for (let round = 0; round < ROUNDS; round++)
    for (const which of ['known', 'unknown'] as const) {
      const plate = which === 'known' ? SECRETS.plate : `NEVER${round}`;
      const from = performance.now();
      await stage.call(search, { query: { plate } }, stranger);
      fastest[which] = Math.min(fastest[which], performance.now() - from);
    }
  expect(fastest.known).toBeLessThan(fastest.unknown * TIMES_MAX);
  expect(fastest.unknown).toBeLessThan(fastest.known * TIMES_MAX);
});
