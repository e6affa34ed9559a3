import { wrapKey } from '../src/stores/plates/data-key.ts';
import { createPlateCipher } from '../src/stores/plates/plate-cipher.ts';
import { createPlateSeal } from '../src/stores/plates/plate-seal.ts';

const KEY_BYTES = 32;
const WRAPPING_KEY = Buffer.alloc(KEY_BYTES, 'test wrapping key');
const DATA_KEY = Buffer.alloc(KEY_BYTES, 'test data key');
const cipher = createPlateCipher(DATA_KEY);

/** `HEXLOT_PLATE_KEY` of processes that work on a test database. */
export const TEST_PLATE_KEY = WRAPPING_KEY.toString('base64');

/** As a process that began when no plate was stored plain. */
export const TEST_PLATES = createPlateSeal(cipher, { isWhole: true });
/** As a process that began before. */
export const EARLY_PLATES = createPlateSeal(cipher, { isWhole: false });

/** A sealed plate in any text. */
export const SEALED = /p1\.[\w-]{59}/;
/** A plate as test databases store it. */
export const sealed = cipher.seal;
/** The plate that is stored so. */
export const opened = cipher.open;

/** Gives a migrated database the key of tests, as one whose plates are sealed from the start. */
export async function keepTestKey(
  sql: (text: string, values: unknown[]) => Promise<unknown>,
): Promise<void> {
  await sql(`insert into plate_keys (wrapped, stage) values ($1, 'sealed')`, [
    wrapKey(DATA_KEY, WRAPPING_KEY),
  ]);
}

/** Throws where a database whose plates are sealed has one in the clear. */
export async function checkPlatesSealed({
  sql,
}: {
  sql<Row extends object>(text: string): Promise<Row[]>;
}): Promise<void> {
  const plain = await sql<{ place: string }>(
    `select place
     from plate_keys
     cross join (
       select 'vehicles ' || vehicle_id as place from vehicles where not is_sealed(plate)
       union all
       select 'shown_plates ' || entity_id from shown_plates where not is_sealed(shown_plate)
       union all
       select 'erasures ' || erasure_id from erasures
       where kind = 'plate' and not is_sealed(subject)
       union all
       select 'event_bodies ' || event_id from event_bodies
       where vehicle_id is not null and body ~ '"vehicle_plate": "(?!p1\\.)'
     ) as found
     where stage = 'sealed'`,
  );
  if (plain.length > 0)
    throw new Error(`plates are stored plain: ${plain.map(({ place }) => place)}`);
}
