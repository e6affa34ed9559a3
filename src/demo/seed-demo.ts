import type { LatLng } from '../kit/geo/great-circle.ts';
import type { Postgres } from '../stores/postgres.ts';
import { buildCity, type OnProgress } from './build-city.ts';
import { CITY, OPERATORS } from './city.ts';

export type Demo = {
  /** The operator whose keys buy market figures; the test lots belong to it. */
  buyerOperatorId: string;
  centre: LatLng;
};

type State = { now: Date; isEmpty: boolean; buyerOperatorId: string | null };

/**
 * Fills an empty database with a synthetic city: operators, lots of both modes, and 60 days of
 * stays and searches up to the database's now. Except for ids, the city is the same on the same day
 * everywhere. All of it appears at once or, if interrupted, not at all; concurrent calls make one
 * city. Returns the city if it was made earlier, and undefined when the database has other
 * operators.
 */
export async function seedDemo(
  db: Postgres,
  options: { onProgress?: OnProgress } = {},
): Promise<Demo | undefined> {
  return db.transaction(async (connection) => {
    await connection.query('operators_lock');
    const [state] = await connection.query<State>('operators_find_demo', {
      buyerName: OPERATORS[0].name,
    });
    if (state === undefined) throw new Error('the database did not return whether it is empty');
    const buyerOperatorId = state.isEmpty
      ? await buildCity(connection, state.now, options.onProgress)
      : state.buyerOperatorId;
    return buyerOperatorId === null ? undefined : { buyerOperatorId, centre: CITY.centre };
  });
}
