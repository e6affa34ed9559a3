import { randomBytes } from 'node:crypto';
import { newId } from '../../../access/ids.ts';
import type { Clock } from '../../../kit/clock.ts';
import { isObject } from '../../../kit/is-object.ts';
import type { Querier } from '../../../stores/postgres.ts';
import type { Answer } from '../sending/answer.ts';
import type { Sender } from '../sending/open-sender.ts';
import { signedHeaders } from './send-delivery.ts';

/**
 * An address of an operator that is to prove that whoever runs it wants events. `secrets`: those of
 * its webhooks there; each signs.
 */
export type DueChallenge = {
  operatorId: string;
  livemode: boolean;
  url: string;
  secrets: string[];
};

/** The type of the request that asks for a proof; no event has it. */
const CHALLENGE_TYPE = 'webhook.challenge';
/**
 * Seconds from a challenge to the next one while there is no proof. After the last of them the
 * webhooks at the address are paused.
 */
export const CHALLENGE_RETRY_SECONDS = [60, 600, 3_600, 21_600, 60] as const;
/** An address is challenged at most once in this time, also when its operator asks for it. */
export const CHALLENGE_WINDOW_SECONDS = 60;
/** Challenges in that time: of one operator, and to one host for all operators. */
export const CHALLENGES_MAX = { ofOperator: 5, ofHost: 20 } as const;
/** Due addresses that one claim looks at. */
const CLAIMED_MAX = 1_000;
/** 256 bits, which base64url writes as 43 characters. */
const CHALLENGE_BYTES = 32;

/**
 * Takes the addresses that are to be challenged now: each is due again at its next turn, so a crash
 * loses none. `paused` are the webhooks that were paused because their address has not proven
 * itself. `vouched`: beginnings of addresses that need no proof. `asOf`: the time; the database's
 * unless given.
 */
export async function claimChallenges(
  db: Querier,
  vouched: readonly string[],
  asOf: Date | null = null,
): Promise<{ due: DueChallenge[]; paused: string[] }> {
  const rows = await db.query<DueChallenge & { pausedId: string | null }>('challenges_claim', {
    vouched,
    retrySeconds: CHALLENGE_RETRY_SECONDS,
    windowSeconds: CHALLENGE_WINDOW_SECONDS,
    ownMax: CHALLENGES_MAX.ofOperator,
    hostMax: CHALLENGES_MAX.ofHost,
    rowLimit: CLAIMED_MAX,
    asOf,
  });
  return {
    due: rows.flatMap(({ pausedId, ...due }) => (pausedId === null ? [due] : [])),
    paused: rows.flatMap(({ pausedId }) => pausedId ?? []),
  };
}

/**
 * Challenges an address once, and returns why it has not proven itself, in plain words; null: it
 * has. Rejects when the sender is closed meanwhile.
 */
export async function sendChallenge(
  { url, secrets }: Pick<DueChallenge, 'url' | 'secrets'>,
  { sender, clock }: { sender: Pick<Sender, 'send'>; clock: Clock },
): Promise<string | null> {
  const at = clock.now();
  const challenge = randomBytes(CHALLENGE_BYTES).toString('base64url');
  const id = newId('evt', at);
  const created = new Date(at).toISOString();
  // Spaced as the database writes the bodies of events.
  const body = Buffer.from(
    `{"id":"${id}","type":"${CHALLENGE_TYPE}","created_at":"${created}",` +
      `"data":{"challenge": "${challenge}"}}`,
  );
  const headers = signedHeaders({ id, type: CHALLENGE_TYPE, secrets }, body, at);
  return failureOf(await sender.send({ url, headers, body }), challenge);
}

/** `failure`: as `sendChallenge` returned it. */
export async function markChallenge(
  db: Querier,
  { operatorId, livemode, url }: DueChallenge,
  failure: string | null,
  asOf: Date | null = null,
): Promise<void> {
  await db.query('challenges_mark', { operatorId, livemode, url, failure, asOf });
}

function failureOf({ failure, status, answer }: Answer, challenge: string): string | null {
  if (failure !== null) return failure;
  const text = answer.trim();
  const isAnswered = text === challenge || memberOf(text) === challenge;
  return isAnswered ? null : `answered ${status} without the challenge`;
}

function memberOf(text: string): unknown {
  try {
    const body: unknown = JSON.parse(text);
    return isObject(body) ? body.challenge : undefined;
  } catch {
    return undefined;
  }
}
