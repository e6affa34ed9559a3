import { hash } from 'node:crypto';
import type { Querier } from '../../stores/postgres.ts';
import { addressBlock } from './address-block.ts';
import { type Device, deviceDigest } from './device.ts';

/** Tries are counted from the first one of a window on. */
const WINDOW_SECONDS = 900;
/** Failures of one account, on a device that it knows or in one address block. */
const ACCOUNT_FAILURES_MAX = 10;
/** Failures in one address block, of all accounts on devices that they do not know. */
const NETWORK_FAILURES_MAX = 100;
/** Failures of one account on all devices that it does not know. */
const EVERYWHERE_FAILURES_MAX = 100;

/** A try that was counted, and is let through unless it is shut. */
export type Attempt = {
  /** Until when no more tries like this one are let through; null: it is let through. */
  shutUntil: Date | null;
  /** What it was counted under, each in one of the scopes of `sign_in_attempts`. */
  scopes: readonly number[];
  subjects: readonly Buffer[];
};

type Row = { scopes: number[]; isShut: boolean; opensAt: Date | null };

/**
 * Counts a try to sign in with this address before the password is looked at, so that many at once
 * are no way round. A device on which the account was used before is counted alone: the failures of
 * others do not shut it.
 */
export async function takeAttempt(db: Querier, email: string, device: Device): Promise<Attempt> {
  const subjects = subjectsOf(email, device);
  const [row] = await db.query<Row>('sign_in_attempts_take', {
    email,
    deviceSha256: deviceDigest(device),
    subjects,
    windowSeconds: WINDOW_SECONDS,
    accountMax: ACCOUNT_FAILURES_MAX,
    networkMax: NETWORK_FAILURES_MAX,
    everywhereMax: EVERYWHERE_FAILURES_MAX,
  });
  if (row === undefined) throw new Error('the database did not count a try to sign in');
  const { scopes } = row;
  const counted = scopes.flatMap((scope) => subjects[scope - 1] ?? []);
  return { shutUntil: row.isShut ? row.opensAt : null, scopes, subjects: counted };
}

/** Takes back the count of a try that did not fail. `isIn`: the person is signed in by it. */
export async function returnAttempt(
  db: Querier,
  { scopes, subjects }: Attempt,
  { isIn }: { isIn: boolean },
): Promise<void> {
  await db.query('sign_in_attempts_return', { scopes, subjects, isIn });
}

/** Of each scope of `sign_in_attempts`, in their order. */
function subjectsOf(email: string, device: Device): Buffer[] {
  const account = email.toLowerCase();
  const network = addressBlock(device.ip) ?? 'unknown';
  const known = deviceDigest(device)?.toString('hex') ?? 'none';
  return [[account, known], [account, network], [network], [account]].map((parts) =>
    hash('sha256', JSON.stringify(parts), 'buffer'),
  );
}
