import type { Mandate } from '../../src/access/mandates/mandate.ts';
import { findMandateLeft } from '../../src/parking/mandates/find-mandate-left.ts';
import type { Querier } from '../../src/stores/postgres.ts';
import { presentMandateLeft } from './mandate-shape.ts';

/** The mandate of an operator's key as its operator sees it: with what is left of it now. */
export async function readOwnMandate(db: Querier, mandate: Mandate, operatorId: string) {
  const { mandateId } = mandate;
  const left = await findMandateLeft(db, { mandateId, operatorId });
  if (left === undefined) throw new Error(`${mandateId}: the mandate of a key is missing`);
  return presentMandateLeft(mandate, left);
}
