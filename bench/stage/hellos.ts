import type { Comparison, Run } from '../report.ts';
import { getLoop, type Load } from './load.ts';
import type { Stack } from './stack.ts';

/** Loads measured one after the other. */
export type Round = { pricedHello: Load; hello: Load; ours: Load };

/** Questions to a priced operation, and the codings in which their answers are accepted. */
type Kind = Readonly<{
  title: string;
  aim: string;
  nextPath: () => string;
  acceptEncoding?: string;
}>;

/** Both behind the same middleware; charging is part of a priced operation. */
const HELLOS = [
  { name: 'pricedHello', against: 'hello behind the same middleware, charged alike' },
  { name: 'hello', against: 'hello behind the same middleware, but free' },
] as const;

/** Asks questions of several kinds in turns, and before them both hellos. A list for each kind. */
export async function measureKinds(
  stack: Stack,
  kinds: readonly Omit<Kind, 'aim'>[],
  inFlight: number,
  { pairs, durationMs, say }: Run,
): Promise<Round[][]> {
  const loops = { inFlight, durationMs };
  const rounds = kinds.map((): Round[] => []);
  for (let pair = 0; pair < pairs; pair += 1) {
    say(`hellos, pair ${pair + 1} of ${pairs}`);
    const pricedHello = await getLoop(stack, () => '/priced-hello', loops);
    const hello = await getLoop(stack, () => '/hello', loops);
    for (const [i, { title, nextPath, acceptEncoding }] of kinds.entries()) {
      say(`${title}, pair ${pair + 1} of ${pairs}`);
      const ours = await getLoop({ ...stack, acceptEncoding }, nextPath, loops);
      rounds[i]?.push({ pricedHello, hello, ours });
    }
  }
  return rounds;
}

/**
 * Asks questions of several kinds in turns, beside both hellos, and notes how long an answer of
 * each kind takes when nothing else is asked.
 */
export async function compareKinds(
  stack: Stack,
  kinds: readonly Kind[],
  inFlight: number,
  run: Run,
): Promise<Comparison[]> {
  for (const { title, nextPath, acceptEncoding } of kinds) {
    const alone = { inFlight: 1, durationMs: run.durationMs };
    const { p50Ms, p99Ms } = await getLoop({ ...stack, acceptEncoding }, nextPath, alone);
    run.note(`${title}: alone ${p50Ms.toFixed(1)} ms, p99 ${p99Ms.toFixed(1)} ms`);
  }
  const rounds = await measureKinds(stack, kinds, inFlight, run);
  return againstHellos(kinds.map((kind, i) => ({ ...kind, rounds: rounds[i] ?? [] })));
}

/** Rounds of one title and aim, compared with each of the hellos. */
export function againstHellos(
  measured: readonly { title: string; aim: string; rounds: readonly Round[] }[],
): Comparison[] {
  return HELLOS.flatMap(({ name, against }) =>
    measured.map(({ title, aim, rounds }) => ({
      title,
      against,
      figure: 'perSecond' as const,
      aim,
      pairs: rounds.map((round) => ({ ours: round.ours, bare: round[name] })),
    })),
  );
}
