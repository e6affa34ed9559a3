import { readOwnMandate } from '../../../api/fields/own-mandate.ts';
import type { KeyRecord } from '../../../src/access/keys/create-key.ts';
import { toMandate } from '../../../src/access/mandates/mandate.ts';
import type { Querier } from '../../../src/stores/postgres.ts';
import { toRecord } from '../../../src/stores/row-names.ts';

/** A key as `--json` prints it: its mandate as in the API, with what is left of it. */
export async function showKey(db: Querier, key: KeyRecord) {
  if (key.mandate === null) return { ...toRecord(key), mandate: null };
  const mandate = await readOwnMandate(db, toMandate(key.mandate), key.operatorId);
  return { ...toRecord(key), mandate };
}
