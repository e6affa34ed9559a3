import { createOperator } from '../access/operators/create-operator.ts';
import { updateOperator } from '../access/operators/update-operator.ts';
import { systemActor } from '../access/principals/actor.ts';
import { importLots } from '../imports/lots/import-lots.ts';
import { openLotReading } from '../parking/lots/write/lot-reading.ts';
import { readNewLot } from '../parking/lots/write/new-lot.ts';
import { addLots } from '../parking/lots/write/write-lots.ts';
import type { Querier } from '../stores/postgres.ts';
import { type DemoOperator, EXAMPLE_LOT, OPERATORS } from './city.ts';
import { type DemoLot, demoLots, demoStationLots, demoTestLots } from './demo-lots.ts';

export const ACTOR_ID = 'demo';

/** The city before its stays and searches. */
type Ground = {
  /** Lots of the live mode, except for EXAMPLE_LOT and those on which nothing happens. */
  lots: DemoLot[];
  operatorIds: ReadonlyMap<DemoOperator, string>;
  buyerOperatorId: string;
};

/** Writes the operators, and the lots of both modes. */
export async function buildGround(db: Querier): Promise<Ground> {
  const lots = demoLots();
  const operatorIds = await addOperators(db);
  await addTaggedLots(db, operatorIds, [...lots, ...demoStationLots()], true);
  await addTaggedLots(db, operatorIds, demoTestLots(), false);
  const buyerOperatorId = operatorIds.get(OPERATORS[0]);
  if (buyerOperatorId === undefined) throw new Error('nobody buys market figures');
  await addExampleLot(db, buyerOperatorId);
  return { lots, operatorIds, buyerOperatorId };
}

async function addOperators(db: Querier): Promise<Map<DemoOperator, string>> {
  const ids = new Map<DemoOperator, string>();
  for (const operator of OPERATORS) {
    const { name, plan, hasPublicFigures: figuresPublic } = operator;
    const { id } = await createOperator(db, { name, plan, actorId: ACTOR_ID });
    if (figuresPublic)
      await updateOperator(db, { operatorId: id, figuresPublic, actorId: ACTOR_ID });
    ids.set(operator, id);
  }
  return ids;
}

/** Adds lots in the same way as any operator: from features with tags. */
async function addTaggedLots(
  db: Querier,
  operatorIds: Map<DemoOperator, string>,
  lots: readonly DemoLot[],
  livemode: boolean,
): Promise<void> {
  for (const [operator, operatorId] of operatorIds) {
    const features = lots.filter((lot) => lot.operator === operator).map((lot) => lot.feature);
    const open = () => fileOf({ type: 'FeatureCollection', features });
    const { rejected } = await importLots(db, { operatorId, livemode, open });
    if (rejected[0]) throw new Error(`a demo lot was refused: ${JSON.stringify(rejected[0])}`);
  }
}

async function* fileOf(document: object): AsyncGenerator<Uint8Array> {
  yield Buffer.from(JSON.stringify(document));
}

/** Adds the lot of the OpenAPI document's examples, under the id that they use. */
async function addExampleLot(db: Querier, operatorId: string): Promise<void> {
  const { id, ...details } = EXAMPLE_LOT;
  const columns = readNewLot(details, await openLotReading([]));
  const actor = systemActor(ACTOR_ID);
  const writer = { operatorId, livemode: true, actor, lotsMax: null };
  await addLots(db, writer, [{ lotId: id, columns }]);
}
