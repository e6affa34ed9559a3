import type { Config } from '../../../config.ts';
import { AppError } from '../../../kit/errors.ts';
import type { Querier } from '../../../stores/postgres.ts';
import { newId } from '../../ids.ts';
import { emailTaken, readPersonName } from '../../members/person.ts';
import { signUpOperator } from '../../operators/sign-up-operator.ts';
import type { Device } from '../device.ts';
import { type StartedSignIn, startSignIn } from '../sign-ins.ts';
import { limitSignUps } from './limit-sign-ups.ts';

type Settings = Pick<Config, 'signUp' | 'mail' | 'listingCheck'>;

/** How somebody can sign up here. */
export type SignUpWays = { byMail: boolean; byPasskey: boolean };

/**
 * By a link where mail can be sent, otherwise by passkey, which needs none; not at all where the
 * owner of the service did not allow it.
 */
export function signUpWays({ signUp, mail }: Pick<Config, 'signUp' | 'mail'>): SignUpWays {
  return { byMail: signUp && mail !== undefined, byPasskey: signUp && mail === undefined };
}

/** Errors: FORBIDDEN where nobody can sign up in this way. */
export function checkSignUp(settings: Settings, way: keyof SignUpWays): void {
  if (!signUpWays(settings)[way])
    throw new AppError('FORBIDDEN', 'nobody can sign up here in this way: ask for an invitation');
}

/** Who signs up, and what the operator is called. */
export type NewOwner = {
  personId: string;
  /** Of the person. */
  name: string;
  /** Known to be the person's own; null: none. */
  email: string | null;
  operatorName: string;
  device: Device;
};

/**
 * Makes an operator with the free plan and its first owner, with the audit rows `operator.created`
 * and `member.joined`, and signs the person in; in the caller's transaction. Errors: BAD_REQUEST
 * naming `name` or `operator_name`; CONFLICT `email_taken`; RATE_LIMITED.
 */
export async function signUp(
  db: Querier,
  { personId, name, email, operatorName, device }: NewOwner,
  { listingCheck }: Settings,
  requestId: string | null,
): Promise<StartedSignIn> {
  await limitSignUps(db, device);
  const memberId = newId('mem');
  const operator = await signUpOperator(db, {
    name: readPersonName(operatorName, 'operator_name'),
    ...{ email, listingCheck },
  });
  const values = { personId, memberId, operatorId: operator.id, email, requestId };
  try {
    await db.query('members_insert_owner', { ...values, name: readPersonName(name) });
  } catch (error) {
    throw emailTaken(error);
  }
  return startSignIn(db, { personId, memberId, method: 'sign_up', device });
}
