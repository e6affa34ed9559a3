/** A place of a drawing in pixels, right and down of its corner. */
type Spot = { x: number; y: number };

/** A tenth of a pixel is as exact as can be seen. */
export function fixed(pixels: number): string {
  const tenths = Math.round(pixels * 10);
  // Else a value that is rounded up to 0 would be written as -0.0.
  return (tenths === 0 ? 0 : tenths / 10).toFixed(1);
}

/** A line through the spots, with a gap where there is none. */
export function linePath(spots: readonly (Spot | null)[]): string {
  return runsOf(spots)
    .map((run) => `M${run.map(written).join('L')}`)
    .join('');
}

/** A dot for each spot between two gaps, through which there is no line. */
export function dotsPath(spots: readonly (Spot | null)[]): string {
  return runsOf(spots)
    .filter((run) => run.length === 1)
    .map((run) => `M${run.map(written)}h0`)
    .join('');
}

/** The area between the spots above and those below, with a gap where there are none. */
export function bandPath(spots: readonly ({ above: Spot; below: Spot } | null)[]): string {
  return runsOf(spots)
    .map((run) => {
      const above = run.map((spot) => written(spot.above));
      const below = run.map((spot) => written(spot.below)).reverse();
      return `M${[...above, ...below].join('L')}Z`;
    })
    .join('');
}

function written({ x, y }: Spot): string {
  return `${fixed(x)},${fixed(y)}`;
}

function runsOf<Item>(items: readonly (Item | null)[]): Item[][] {
  const runs: Item[][] = [];
  let run: Item[] = [];
  for (const item of items) {
    if (item === null) run = [];
    else {
      if (run.length === 0) runs.push(run);
      run.push(item);
    }
  }
  return runs;
}
