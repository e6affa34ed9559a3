import type { Comparison, Run } from '../report.ts';
import { callFor, getLoop, type Load, openClient } from './load.ts';
import type { Stack } from './stack.ts';

/** `aims` are what the ratio should be, by the radius in km; a radius may have none. */
type Other = { path: string; against: string; aims: ReadonlyMap<number, string> };

/** A question around a point that the service answers, and others answer in their own way. */
export type Contest = {
  title: string;
  /** The path of the service without its query; those of the others take the same query. */
  path: string;
  others: readonly Other[];
  /** A question of the service, random within the radius in km. */
  nextPath(radiusKm: number): string;
  /** The parts of the service's answer that the others must give. */
  ourFigures(body: unknown): Record<string, unknown>;
  theirFigures(body: unknown): Record<string, unknown>;
};

type Round = { ours: Load; others: Load[] };

/** Ascending. */
export const RADII_KM = [1, 5, 20, 50];
const IN_FLIGHT = 32;
/** Questions at each radius that all must answer alike before they are measured. */
const CHECKS = 25;
const SHOWN_CHARACTERS = 160;

/** Throws unless the others, at `url`, answer as the service does; then measures all of them. */
export async function holdContest(
  stack: Stack,
  url: string,
  contest: Contest,
  run: Run,
): Promise<Comparison[]> {
  for (const other of contest.others)
    for (const km of RADII_KM) await checkAlike(stack, url, contest, other.path, km, run);
  const loops = { inFlight: IN_FLIGHT, durationMs: run.durationMs };
  const rounds = new Map(RADII_KM.map((km) => [km, [] as Round[]]));
  for (let pair = 0; pair < run.pairs; pair += 1) {
    for (const [km, done] of rounds) {
      run.say(`${contest.title}, ${km} km, pair ${pair + 1} of ${run.pairs}`);
      const others: Load[] = [];
      for (const { path } of contest.others) {
        const nextPath = () => contest.nextPath(km).replace(contest.path, path);
        others.push(await getLoop({ url, key: stack.key }, nextPath, loops));
      }
      done.push({ ours: await getLoop(stack, () => contest.nextPath(km), loops), others });
    }
  }
  return contest.others.flatMap(({ against, aims }, i) =>
    [...rounds].map(([km, done]) => ({
      title: `${contest.title}, ${IN_FLIGHT} in flight, ${km} km`,
      against,
      figure: 'perSecond' as const,
      aim: aims.get(km) ?? '',
      pairs: done.flatMap(({ ours, others }) =>
        others.slice(i, i + 1).map((bare) => ({ ours, bare })),
      ),
    })),
  );
}

async function checkAlike(
  stack: Stack,
  url: string,
  { path, nextPath, ourFigures, theirFigures }: Contest,
  otherPath: string,
  km: number,
  run: Run,
): Promise<void> {
  const service = openClient(stack, 1);
  const other = openClient({ url, key: stack.key }, 1);
  let ours = '';
  for (let check = 0; check < CHECKS; check += 1) {
    const asked = nextPath(km);
    const askedOther = asked.replace(path, otherPath);
    ours = inWords(ourFigures(await ask(service, asked)));
    const theirs = inWords(theirFigures(await ask(other, askedOther)));
    if (ours !== theirs) throw new Error(`${asked}: ${ours}, but ${askedOther}: ${theirs}`);
  }
  await service.close();
  await other.close();
  const shown = ours.slice(0, SHOWN_CHARACTERS);
  run.note(`${otherPath}, ${km} km: ${CHECKS} answers are those of the service, the last ${shown}`);
}

async function ask(client: ReturnType<typeof openClient>, path: string): Promise<unknown> {
  return JSON.parse(await callFor(client, 200, { method: 'GET', path }));
}

function inWords(figures: Record<string, unknown>): string {
  const entries = Object.entries(figures).sort(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify(Object.fromEntries(entries));
}
