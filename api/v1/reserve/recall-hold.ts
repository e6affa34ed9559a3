import type { Principal } from '../../../src/access/principals/principal.ts';
import { findHold } from '../../../src/parking/holds/find-hold.ts';
import type { Hold } from '../../../src/parking/holds/hold.ts';
import type { Api } from '../../app.ts';
import { toHoldShape } from './hold-shape.ts';

/** The fields of a hold that change with time, as they were when the call was answered. */
type Moment = Pick<Hold, 'holdId' | 'status' | 'activatedCount' | 'sessionId'> & {
  startsAt: string;
};

/** What is stored for repeats of a call: the fields that change; the others are read again. */
export function toMoment(hold: Hold): Moment {
  const { holdId, status, activatedCount, sessionId } = hold;
  return { holdId, status, activatedCount, sessionId, startsAt: hold.startsAt.toISOString() };
}

/** The answer given before. */
export async function recallHold(moment: Moment, { caller }: { caller: Principal }, { db }: Api) {
  const hold = await findHold(db, caller, moment.holdId);
  return { hold: toHoldShape({ ...hold, ...moment, startsAt: new Date(moment.startsAt) }) };
}
