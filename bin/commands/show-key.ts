import { presentMandateLeft } from '../../api/fields/mandate-shape.ts';
import type { KeyRecord } from '../../src/keys/create-key.ts';
import { toMandate } from '../../src/keys/mandate.ts';
import { findMandateLeft } from '../../src/mandates/find-mandate-left.ts';
import type { Querier } from '../../src/stores/postgres.ts';

/** A key as `--json` prints it: its mandate as in the API, with what is left of it. */
export async function showKey(db: Querier, key: KeyRecord) {
  if (key.mandate === null) return { ...key, mandate: null };
  const mandate = toMandate(key.mandate);
  const { mandateId } = mandate;
  const left = await findMandateLeft(db, { mandateId, operatorId: key.operator_id });
  if (left === undefined) throw new Error(`${mandateId}: the mandate of a key is missing`);
  return { ...key, mandate: presentMandateLeft(mandate, left) };
}
