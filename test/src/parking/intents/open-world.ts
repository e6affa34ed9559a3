import type { Geocoder } from '../../../../src/kit/places/geocoder.ts';
import { newUuid } from '../../../../src/kit/uuid.ts';
import type { IntentProblem } from '../../../../src/parking/intents/intent.ts';
import { wordsOf } from '../../../../src/parking/intents/lots/lot-words.ts';
import {
  type ResolvedIntent,
  resolveIntent,
} from '../../../../src/parking/intents/resolve-intent.ts';
import { openTestDatabase } from '../../../stage/database.ts';
import { addCaller, addLot } from '../../../stage/fixtures.ts';
import { layOutLots, tableGeocoder } from './world.ts';

/** A Wednesday: 10:00 in Toronto, 16:00 in Berlin, 20:30 in Kolkata. */
export const NOW = new Date('2026-11-18T15:00:00Z');

type More = {
  now?: Date;
  livemode?: boolean;
  lotId?: string;
  given?: readonly IntentProblem['part'][];
  geocoder?: Geocoder;
};
type Place = { lat: number; lng: number; address?: string; city?: string; timezone?: string };

export type World = Awaited<ReturnType<typeof openWorld>>;

/** A database with the lots of the table, in which intents are resolved as of `NOW`. */
export async function openWorld() {
  const database = await openTestDatabase();
  const nameById = await layOutLots(database);
  const { operatorId } = await addCaller(database);

  function resolve(text: string, { geocoder = tableGeocoder(), ...more }: More = {}) {
    const context = { now: NOW, livemode: true, ...more };
    return resolveIntent({ db: database.db, geocoder }, text, context);
  }

  return {
    database,
    nameById,
    resolve,

    async resolved(text: string, more: More = {}): Promise<ResolvedIntent> {
      const answer = await resolve(text, more);
      if ('missing' in answer) throw new Error(`refused: ${JSON.stringify(answer)}`);
      return answer;
    },

    idOf(name: string): string {
      const [id] = [...nameById].find(([, one]) => one === name) ?? [];
      if (id === undefined) throw new Error(`no lot ${name}`);
      return id;
    },

    /** Adds a lot that is not in the table; `address` and the others are columns. */
    async addNamed(name: string, place: Place): Promise<string> {
      const { lat, lng, address = null, city = null, timezone = 'America/Toronto' } = place;
      const lotId = newUuid();
      const point = { latitude: lat, longitude: lng };
      await addLot(database, { lot_id: lotId, operator_id: operatorId, name, ...point });
      await database.sql(
        `update lots set slug = $2, address = $3, city = $4, timezone = $5 where lot_id = $1`,
        [lotId, wordsOf(name).join('-'), address, city, timezone],
      );
      return lotId;
    },
  };
}
