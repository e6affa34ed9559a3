import { rememberValues, type WriteContext } from '../../access/idempotency/remember.ts';
import { newId } from '../../access/ids.ts';
import { refuseFleet } from '../../access/keys/refuse-fleet.ts';
import { actorOf, actorValues } from '../../access/principals/actor.ts';
import type { Principal } from '../../access/principals/principal.ts';
import { badField } from '../../kit/errors.ts';
import type { Querier } from '../../stores/postgres.ts';
import { checkPlate } from '../vehicles/vehicle.ts';
import type { Erasure } from './erasure.ts';

/** Whom it is about: exactly one of the two is given. */
type Subject = { plate: string | null; email: string | null };

/**
 * Asks that a plate or an e-mail address be erased from what the caller's operator has in the
 * caller's mode, after `waitDays` by the database's clock. Asked again meanwhile, the first one
 * is returned. The answer is the same whether or not anything is known of the subject. Errors:
 * BAD_REQUEST naming `plate` or `email`; FORBIDDEN for a fleet's key.
 */
export async function requestErasure(
  db: Querier,
  caller: Principal,
  { waitDays, ...subject }: Subject & { waitDays: number },
  { requestId, remember }: WriteContext<Pick<Erasure, 'erasureId'>>,
): Promise<Erasure> {
  refuseFleet(caller, 'erasures');
  const erasureId = newId('era');
  const [erasure] = await db.query<Erasure>('erasures_insert', {
    erasureId,
    operatorId: caller.operatorId,
    livemode: caller.livemode,
    ...readSubject(subject),
    waitDays,
    ...actorValues(actorOf(caller, requestId)),
    ...rememberValues(remember, { erasureId }),
  });
  if (erasure === undefined) throw new Error('the erasure was not stored');
  return erasure;
}

/** An address is the `subject` of the statement; a plate is sealed on its way there. */
function readSubject({ plate, email }: Subject) {
  if (plate !== null && email !== null) throw badField('email', 'cannot be sent with plate');
  if (plate !== null) return { kind: 'plate', plate: checkPlate(plate).plate, subject: null };
  if (email === null) throw badField('plate', 'or email is needed');
  return { kind: 'email', plate: null, subject: email };
}
