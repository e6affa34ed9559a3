import { Matrix, solve } from 'ml-matrix';
import { expect, test } from 'vitest';
import { randomFrom, seedOfRun } from '../../stage/random.ts';
import { figuresOf, type LotFacts, type Part } from '../../worlds/parts.ts';

// An attacker asks a thousand questions of circles around a competitor, knows its own lots exactly
// and all that is posted, and solves for what each lot must have had if answers were sums over
// lots. It must not come nearer than somebody who takes one answer for the area, which anybody can
// ask.

const WORLDS = 200;
const QUESTIONS = 1_000;
/** Keeps the solution finite where the answers do not decide it. */
const RIDGE = 1e-3;

const seed = seedOfRun();
const random = randomFrom(seed);
const between = (low: number, high: number) => low + random() * (high - low);
const whole = (low: number, high: number) => Math.floor(between(low, high + 1));

type Placed = LotFacts & { x: number; y: number };
type Owned = { lot: Placed; part: Part };
type World = { parts: Part[]; owned: Owned[]; competitor: Part };

/** Some areas side by side, each of 4 to 8 operators; the first operator of the first asks. */
function makeWorld(): World {
  const parts: Part[] = [];
  for (let area = 0; area < whole(1, 3); area += 1) {
    const [base, count] = [between(0.2, 0.8), whole(4, 8)];
    for (let i = 0; i < count; i += 1)
      parts.push({
        operator: `operator ${i}`,
        area,
        lots: Array.from({ length: whole(1, 3) }, () => placedLot(area)),
        share: Math.min(1, Math.max(0, base + between(-0.3, 0.3))),
        ratio: between(0.6, 1.4),
        stayCount: whole(10, 200),
      });
  }
  const competitor = parts[1];
  if (competitor === undefined) throw new Error('there is a competitor');
  const owned = parts.flatMap((part) => part.lots.map((lot) => ({ lot: lot as Placed, part })));
  return { parts, owned, competitor };
}

function placedLot(area: number): Placed {
  const list = whole(100, 900);
  return { spaces: whole(5, 200), list, daily: 10 * list, x: area + random(), y: random() };
}

type Answer = {
  inside: ReadonlySet<Owned>;
  /** Of all lots inside. */
  spaces: number;
  occupied: number;
  average: number;
  stays: number;
};

/** Circles of all sizes around the competitor, and around anywhere. */
function askAll({ parts, owned, competitor }: World): Answer[] {
  const target = competitor.lots[0] as Placed;
  return Array.from({ length: QUESTIONS }, () => {
    const [dx, dy] = [between(-1, 1) ** 3, between(-1, 1) ** 3];
    const radius = 2 * random() ** 2;
    const isIn = ({ x, y }: Placed) => Math.hypot(x - target.x - dx, y - target.y - dy) <= radius;
    const inside = owned.filter(({ lot }) => isIn(lot));
    const told = figuresOf(parts, [], (lot) => isIn(lot as Placed));
    const { occupiedPct, average, paidStayCount } = told;
    return {
      inside: new Set(inside),
      spaces: inside.reduce((sum, { lot }) => sum + lot.spaces, 0),
      occupied: occupiedPct ?? NaN,
      average: average ?? NaN,
      stays: paidStayCount ?? NaN,
    };
  });
}

/** What each lot must have had, if an answer were the mean (or the sum) over the lots in it. */
function solveFor(
  { owned, parts }: World,
  answers: readonly Answer[],
  of: {
    answered(answer: Answer): number;
    weightOf(owned: Owned, answer: Answer): number;
    /** What the attacker knows of its own lots. */
    knownOf(owned: Owned): number;
    priorOf(owned: Owned): number;
  },
): number[] {
  const attacker = parts[0]?.operator;
  const unknown = owned.filter(({ part }) => part.operator !== attacker);
  const normal = Matrix.eye(unknown.length, unknown.length, RIDGE);
  const at = new Map(unknown.map((each, i) => [each, i]));
  const right = unknown.map(() => 0);
  for (const answer of answers) {
    const target = of.answered(answer);
    if (Number.isNaN(target)) continue;
    const weights: [at: number, weight: number][] = [];
    let residual = target;
    for (const each of answer.inside) {
      const weight = of.weightOf(each, answer);
      const i = at.get(each);
      residual -= weight * (i === undefined ? of.knownOf(each) : of.priorOf(each));
      if (i !== undefined) weights.push([i, weight]);
    }
    for (const [i, weight] of weights) {
      right[i] = (right[i] ?? 0) + weight * residual;
      for (const [j, other] of weights) normal.set(i, j, normal.get(i, j) + weight * other);
    }
  }
  const deltas = solve(normal, Matrix.columnVector(right)).to1DArray();
  return owned.map((each) => {
    const i = at.get(each);
    return i === undefined ? of.knownOf(each) : of.priorOf(each) + (deltas[i] ?? 0);
  });
}

const mean = (numbers: readonly number[]) =>
  numbers.reduce((sum, number) => sum + number, 0) / numbers.length;

/** What is estimated of the competitor, minus what it is: by the attacker, and by anybody. */
function errorsIn(world: World) {
  const { parts, owned, competitor } = world;
  const answers = askAll(world);
  const inArea = parts.filter(({ area }) => area === competitor.area);
  const area = figuresOf(
    inArea.map((part) => ({ ...part, area: 0 })),
    [],
  );
  const lotCount = inArea.reduce((sum, { lots }) => sum + lots.length, 0);
  const bySpaces = ({ lot }: Owned, answer: Answer) => lot.spaces / answer.spaces;
  // One lot alone says by how much all prices of its area are moved.
  const [first] = competitor.lots;
  const alone = figuresOf(parts, [], (lot) => lot === first);
  const listRatio = (alone.average ?? Number.NaN) / (first?.list ?? 1);
  const shares = solveFor(world, answers, {
    answered: ({ occupied }) => occupied / 100,
    weightOf: bySpaces,
    knownOf: ({ part }) => part.share,
    priorOf: () => (area.occupiedPct ?? 0) / 100,
  });
  const rates = solveFor(world, answers, {
    answered: ({ average }) => average,
    weightOf: bySpaces,
    knownOf: ({ lot, part }) => lot.list * part.ratio,
    priorOf: ({ lot }) => lot.list * listRatio,
  });
  const perLot = ({ stayCount = 0, lots }: Part) => stayCount / lots.length;
  const stays = solveFor(world, answers, {
    answered: ({ stays: count }) => count,
    weightOf: () => 1,
    knownOf: ({ part }) => perLot(part),
    priorOf: () => (area.paidStayCount ?? 0) / lotCount,
  });
  const own = owned.flatMap(({ part }, i) => (part === competitor ? [i] : []));
  const at = (values: readonly number[]) => mean(own.map((i) => values[i] ?? Number.NaN));
  const list = mean(competitor.lots.map((lot) => lot.list));
  const paid = list * competitor.ratio;
  return {
    share: [at(shares) - competitor.share, (area.occupiedPct ?? 0) / 100 - competitor.share],
    // In relation to what the competitor posts.
    rate: [(at(rates) - paid) / list, (list * listRatio - paid) / list],
    stays: [
      at(stays) - perLot(competitor),
      (area.paidStayCount ?? 0) / lotCount - perLot(competitor),
    ],
  };
}

const rms = (errors: readonly number[]) => Math.sqrt(mean(errors.map((error) => error ** 2)));

test(`a thousand questions tell no more of a competitor than one of its area (seed ${seed})`, () => {
  const errors = Array.from({ length: WORLDS }, () => errorsIn(makeWorld()));
  for (const figure of ['share', 'rate', 'stays'] as const) {
    const attacked = rms(errors.map((error) => error[figure][0] ?? 0));
    const anybody = rms(errors.map((error) => error[figure][1] ?? 0));
    console.info(
      `${figure}: the attacker is off by ${attacked.toFixed(3)}, anybody by ${anybody.toFixed(3)}`,
    );
    expect(attacked, figure).toBeGreaterThanOrEqual(0.95 * anybody);
  }
});
