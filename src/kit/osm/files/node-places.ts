import type { Position } from '../../geo/cell-outline.ts';
import type { OsmElement } from './osm-element.ts';

/**
 * Where the nodes are that ways need: 25 bytes for each node. `placeOf` returns a text that says
 * what is wrong when the node cannot be used, undefined when the file does not have it.
 */
export type NodePlaces = {
  note: (node: OsmElement) => void;
  placeOf: (id: number) => Position | string | undefined;
};

const ABSENT = 0;
const PLACED = 1;
const FAULTY = 2;
const AT_TWO_PLACES = 3;

/** `ids`: of the nodes that are needed, in any order; repeats are allowed. Sorts them. */
export function openNodePlaces(ids: Float64Array): NodePlaces {
  ids.sort();
  const needed = ids.filter((id, i) => i === 0 || id !== ids[i - 1]);
  const lngs = new Float64Array(needed.length);
  const lats = new Float64Array(needed.length);
  const states = new Uint8Array(needed.length);

  function indexOf(id: number): number {
    let from = 0;
    let to = needed.length;
    while (from < to) {
      const middle = (from + to) >>> 1;
      if ((needed[middle] ?? 0) < id) from = middle + 1;
      else to = middle;
    }
    return needed[from] === id ? from : -1;
  }

  function stateAfter(index: number, { position, fault }: OsmElement): number {
    if (position === null || fault?.field === 'geometry') return FAULTY;
    const isSame = position[0] === lngs[index] && position[1] === lats[index];
    return states[index] === ABSENT || isSame ? PLACED : AT_TWO_PLACES;
  }

  return {
    note(node) {
      const index = indexOf(node.id);
      if (index < 0 || node.isDeleted) return;
      states[index] = stateAfter(index, node);
      [lngs[index], lats[index]] = node.position ?? [0, 0];
    },
    placeOf(id) {
      const index = indexOf(id);
      const state = states[index] ?? ABSENT;
      if (state === ABSENT) return undefined;
      if (state === FAULTY) return `node/${id} is not at a place on the map`;
      if (state === AT_TWO_PLACES) return `node/${id} is in the file twice, at two places`;
      return [lngs[index] ?? 0, lats[index] ?? 0];
    },
  };
}
