import { getLoop, type Load } from './load.ts';
import type { Comparison, Run } from './report.ts';
import type { Stack } from './stack.ts';

/** Loads measured one after the other. */
export type Round = { pricedHello: Load; hello: Load; ours: Load };

/** Questions to a priced operation, and the codings in which their answers are accepted. */
export type Kind = Readonly<{
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

/** Asks one priced operation, and both hellos before it. */
export async function measureRound(
  stack: Stack,
  { nextPath, acceptEncoding }: Pick<Kind, 'nextPath' | 'acceptEncoding'>,
  loops: { inFlight: number; durationMs: number },
): Promise<Round> {
  return {
    pricedHello: await getLoop(stack, () => '/priced-hello', loops),
    hello: await getLoop(stack, () => '/hello', loops),
    ours: await getLoop({ ...stack, acceptEncoding }, nextPath, loops),
  };
}

/**
 * Asks questions of several kinds in turns, each beside both hellos, and notes how long an answer
 * of each kind takes when nothing else is asked.
 */
export async function compareKinds(
  stack: Stack,
  kinds: readonly Kind[],
  inFlight: number,
  run: Run,
): Promise<Comparison[]> {
  const { pairs, durationMs } = run;
  const measured = kinds.map((kind) => ({ ...kind, rounds: [] as Round[] }));
  for (const { title, nextPath, acceptEncoding } of kinds) {
    const alone = { inFlight: 1, durationMs };
    const { p50Ms, p99Ms } = await getLoop({ ...stack, acceptEncoding }, nextPath, alone);
    run.note(`${title}: alone ${p50Ms.toFixed(1)} ms, p99 ${p99Ms.toFixed(1)} ms`);
  }
  for (let pair = 0; pair < pairs; pair += 1) {
    for (const kind of measured) {
      run.say(`${kind.title}, pair ${pair + 1} of ${pairs}`);
      kind.rounds.push(await measureRound(stack, kind, { inFlight, durationMs }));
    }
  }
  return againstHellos(measured);
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
