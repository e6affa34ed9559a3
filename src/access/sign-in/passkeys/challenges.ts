import type { Querier } from '../../../stores/postgres.ts';

const CHALLENGE = /^[A-Za-z0-9_-]{1,200}$/;

/** What a challenge is for. */
export type ChallengeUse = 'register' | 'sign_up' | 'sign_in';

/** Stores what a passkey has to sign: good once, for five minutes. */
export async function storeChallenge(
  db: Querier,
  challenge: string,
  use: ChallengeUse,
  personId: string | null,
): Promise<void> {
  await db.query('passkey_challenges_insert', { challenge, use, personId });
}

type Claimed = { personId: string | null };

/**
 * Verifies what a browser sent, of any shape, and takes the challenge that it answers: that is good
 * once. Undefined: it cannot be verified, or its challenge is over, was taken before, or was made
 * for something else.
 */
export async function verifyOnce<T extends { verified: boolean }>(
  db: Querier,
  use: ChallengeUse,
  verify: (expectedChallenge: (challenge: string) => Promise<boolean>) => Promise<T>,
): Promise<{ claimed: Claimed; verified: T } | undefined> {
  let claimed: Claimed | undefined;
  let failure: unknown;
  const expectedChallenge = async (challenge: string) => {
    try {
      claimed = await claimChallenge(db, challenge, use);
    } catch (error) {
      failure = error;
    }
    return claimed !== undefined;
  };
  // The library throws for whatever it cannot verify.
  const verified = await verify(expectedChallenge).catch(() => undefined);
  if (failure !== undefined) throw failure;
  return claimed && verified?.verified ? { claimed, verified } : undefined;
}

async function claimChallenge(
  db: Querier,
  challenge: string,
  use: ChallengeUse,
): Promise<Claimed | undefined> {
  if (!CHALLENGE.test(challenge)) return undefined;
  const [claimed] = await db.query<Claimed>('passkey_challenges_claim', { challenge, use });
  return claimed;
}
