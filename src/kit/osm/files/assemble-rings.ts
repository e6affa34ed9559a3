import { badField } from '../../errors.ts';
import type { Position } from '../../geo/cell-outline.ts';

type Piece = { from: string; positions: Position[] };

/** Whether a line ends where it begins. Two nodes at one place are one corner. */
export function isClosed(line: readonly Position[]): boolean {
  const [first, last] = [line[0], line.at(-1)];
  return line.length > 1 && first?.[0] === last?.[0] && first?.[1] === last?.[1];
}

/**
 * Joins lines of any order and direction to rings. Rings that touch at an end of a line stay apart.
 * Errors: BAD_REQUEST naming `geometry` when a ring stays open.
 */
export function assembleRings(lines: readonly Position[][]): Position[][] {
  const rings = lines.filter(isClosed);
  const waiting = new Set(lines.filter((line) => !isClosed(line)));
  const linesAt = new Map<string, Position[][]>();
  for (const line of waiting)
    for (const end of [line[0], line.at(-1)]) {
      const known = linesAt.get(String(end));
      if (known) known.push(line);
      else linesAt.set(String(end), [line]);
    }
  const takeFrom = (place: string): Piece | undefined => {
    // A line that is used up needs no second look, so each is looked at twice at most.
    const there = linesAt.get(place) ?? [];
    for (let line = there.pop(); line !== undefined; line = there.pop())
      if (waiting.delete(line))
        return {
          from: place,
          positions: String(line[0]) === place ? line : line.toReversed(),
        };
    return undefined;
  };
  for (const line of waiting) rings.push(...walk(String(line[0]), takeFrom));
  return rings;
}

/** Walks from line to line until all that was walked is rings. */
function walk(start: string, takeFrom: (place: string) => Piece | undefined): Position[][] {
  const rings: Position[][] = [];
  const path: Piece[] = [];
  const stepAt = new Map<string, number>();
  let place = start;
  do {
    const piece = takeFrom(place);
    if (piece === undefined)
      throw badField('geometry', `has an outline that ends at (${place}): it is not closed`);
    stepAt.set(place, path.length);
    path.push(piece);
    place = String(piece.positions.at(-1));
    const step = stepAt.get(place);
    if (step === undefined) continue;
    const loop = path.splice(step);
    for (const { from } of loop) stepAt.delete(from);
    rings.push(joined(loop));
  } while (path.length > 0);
  return rings;
}

function joined(loop: readonly Piece[]): Position[] {
  return loop.flatMap(({ positions }, i) => (i === 0 ? positions : positions.slice(1)));
}
