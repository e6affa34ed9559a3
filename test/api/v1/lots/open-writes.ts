import type { Principal } from '../../../../src/access/principals/principal.ts';
import { createLot } from '../../../../src/parking/lots/write/create-lot.ts';
import { deleteLot } from '../../../../src/parking/lots/write/delete-lot.ts';
import { updateLot } from '../../../../src/parking/lots/write/update-lot.ts';
import type { Postgres, Querier } from '../../../../src/stores/postgres.ts';

const TAKEN_BACK = new Error('taken back');

/** A transaction that stays open until it is ended, with the lots that it wrote. */
type OpenWrite = {
  db: Postgres;
  /** Adds the lots; nobody else may, because additions of one operator wait for each other. */
  adder: Principal;
  added: Set<string>;
  changed: Set<string>;
  deleted: Set<string>;
  end(isKept: boolean): Promise<void>;
};

async function begin(db: Postgres, adder: Principal): Promise<OpenWrite> {
  const begun = Promise.withResolvers<Querier>();
  const ended = Promise.withResolvers<boolean>();
  const done = db
    .transaction(async (connection) => {
      begun.resolve(connection);
      if (!(await ended.promise)) throw TAKEN_BACK;
    })
    .catch((error: unknown) => {
      if (error !== TAKEN_BACK) throw error;
    });
  const connection = await begun.promise;
  return {
    db: { ...db, query: connection.query, transaction: (work) => work(connection) },
    adder,
    added: new Set(),
    changed: new Set(),
    deleted: new Set(),
    end(isKept) {
      ended.resolve(isKept);
      return done;
    },
  };
}

/**
 * Writes lots at random in several transactions at once, which are committed in another order than
 * they began, or taken back. Each transaction adds lots of an operator of its own.
 */
export function openWrites(
  db: Postgres,
  newCaller: () => Promise<Principal>,
  random: () => number,
) {
  const owners = new Map<string, Principal>();
  const committed = new Set<string>();
  const open: OpenWrite[] = [];
  const oneOf = <T>(all: readonly T[]) => all[Math.floor(random() * all.length)];

  async function add(on: OpenWrite): Promise<void> {
    const details = {
      name: `Lot ${random()}`,
      lat: 43 + random(),
      lng: -80 + random(),
      total_spaces: 10,
      base_rate: 2.5,
    };
    const context = { requestId: 'req_test', remember: undefined };
    const created = await createLot(on.db, on.adder, details, context);
    owners.set(created.lot.lotId, on.adder);
    on.added.add(created.lot.lotId);
  }

  async function change(on: OpenWrite, lotId: string): Promise<void> {
    const owner = owners.get(lotId);
    if (owner === undefined) throw new Error('nobody added it');
    on.changed.add(lotId);
    const draw = random();
    if (draw < 0.15) {
      await deleteLot(on.db, owner, lotId, 'req_test');
      on.deleted.add(lotId);
      return;
    }
    const isHidden = draw < 0.3;
    const changes = { is_listed: !isHidden, name: `Lot ${draw}` };
    await updateLot(on.db, owner, lotId, changes, 'req_test');
  }

  return {
    open: async () => void open.push(await begin(db, await newCaller())),
    /** One lot that no other open transaction has locked, or a new one. */
    async write() {
      const on = oneOf(open);
      if (on === undefined) return;
      const locked = new Set(open.flatMap(({ changed }) => [...changed]));
      const lotId = oneOf([...committed].filter((id) => !locked.has(id)));
      if (lotId === undefined || random() < 0.3) await add(on);
      else await change(on, lotId);
    },
    async end() {
      const [ended] = open.splice(Math.floor(random() * open.length), 1);
      if (ended === undefined) return;
      const isKept = random() < 0.8;
      await ended.end(isKept);
      if (!isKept) return;
      for (const lotId of ended.added) committed.add(lotId);
      for (const lotId of ended.deleted) committed.delete(lotId);
    },
    openCount: () => open.length,
  };
}
