import { callFor, openClient, type Target } from './load.ts';

/** Questions that are asked before the same ones are measured. */
const CHECKS = 5;

/** Parts of answers that benches count. */
type Answer = { data: Record<string, number | null>; lots: readonly unknown[] };

/**
 * Asks some questions, and throws unless each is answered 200 with a count above 0: to measure
 * answers in which nothing is would measure nothing.
 */
export async function checkAnswers(
  target: Target,
  nextPath: () => string,
  countIn: (answer: Answer) => number | null | undefined,
): Promise<void> {
  const client = openClient(target, 1);
  try {
    for (let asked = 0; asked < CHECKS; asked += 1) {
      const path = nextPath();
      const text = await callFor(client, 200, { method: 'GET', path });
      if (!((countIn(JSON.parse(text)) ?? 0) > 0))
        throw new Error(`${path} has nothing that was asked for: ${text}`);
    }
  } finally {
    await client.close();
  }
}
