import { badField } from '../../errors.ts';
import type { Outline, Position } from '../../geo/cell-outline.ts';
import { shownText } from '../../text/shown-text.ts';
import { assembleRings, isClosed } from './assemble-rings.ts';
import { isAreaRelation, type Parking } from './collect-parking.ts';
import { nestRings, type RingRole } from './nest-rings.ts';
import { elementName, type Member, type OsmElement, POSITIONS_MAX } from './osm-element.ts';

export type OsmGeometry = { type: 'Point'; coordinates: Position } | Outline;
/** `warning`: what is known less well than it should be; null: nothing. */
type PlacedGeometry = { geometry: OsmGeometry; warning: string | null };
type Sources = Pick<Parking, 'ways' | 'places'>;
/** The positions of a line that are known; `missing` says what is not, null: nothing. */
type Line = { positions: Position[]; missing: string | null };
type Area = Line & { outline: Outline | null };

/** A triangle whose first position is repeated at the end. */
const RING_POSITIONS_MIN = 4;
const TURN = 360;

/**
 * The place of an element: of a way its area, of a multipolygon its areas with their holes. Where
 * the file does not have the whole outline, a point: the centre if the file has one, else the
 * middle of the nodes that are there, with a warning. Errors: BAD_REQUEST naming `geometry`.
 */
export function geometryOf(element: OsmElement, sources: Sources): PlacedGeometry {
  const { type, position, tags } = element;
  if (type === 'node') {
    if (position === null) throw badField('geometry', 'is not at a place on the map');
    return pointAt(position, null);
  }
  if (type === 'relation' && !isAreaRelation(element))
    throw badField(
      'geometry',
      `is a relation of the type "${shownText(tags.type ?? '')}", which has no outline: give the ` +
        'tags to its area, or make it a multipolygon',
    );
  const area = type === 'way' ? wayArea(element, sources) : relationArea(element, sources);
  if (area.outline !== null) return { geometry: area.outline, warning: null };
  if (position !== null) return pointAt(position, null);
  const middle = middleOf(area.positions);
  if (middle === null)
    throw badField('geometry', `${area.missing}: extract the file with all that it refers to`);
  return pointAt(middle, `${area.missing}: placed in the middle of the others, without an area`);
}

function pointAt(position: Position, warning: string | null): PlacedGeometry {
  return { geometry: { type: 'Point', coordinates: position }, warning };
}

/** Across the antimeridian, too. */
function middleOf(positions: readonly Position[]): Position | null {
  const [first] = positions;
  if (first === undefined) return null;
  const [lngs, lats] = positions.reduce(
    ([lngSum, latSum], [lng, lat]) => {
      return [lngSum + lng - TURN * Math.round((lng - first[0]) / TURN), latSum + lat];
    },
    [0, 0],
  );
  const lng = lngs / positions.length;
  return [lng - TURN * Math.round(lng / TURN), lats / positions.length];
}

function wayArea(way: OsmElement, sources: Sources): Area {
  const { positions, missing } = lineOf(way, sources);
  const isRing = missing === null ? isClosed(positions) : way.refs[0] === way.refs.at(-1);
  if (way.tags.area === 'no' || !isRing)
    throw badField('geometry', 'is a line, not an area: close the way, or map a point');
  if (missing !== null) return { outline: null, positions, missing };
  if (positions.length < RING_POSITIONS_MIN)
    throw badField('geometry', `is an outline of ${positions.length - 1} nodes`);
  return { outline: { type: 'Polygon', coordinates: [positions] }, positions, missing };
}

function relationArea({ members }: OsmElement, sources: Sources): Area {
  const ways = [...waysOf(members).values()];
  const lines: Record<'outer' | 'inner', Position[][]> = { outer: [], inner: [] };
  let missing = ways.length === 0 ? 'has no way as a member' : null;
  let count = 0;
  for (const member of ways) {
    const line = memberLine(member, sources);
    missing ??= line.missing;
    count += line.positions.length;
    if (count > POSITIONS_MAX)
      throw badField('geometry', `has an outline of more than ${POSITIONS_MAX} positions`);
    lines[member.role === 'inner' ? 'inner' : 'outer'].push(line.positions);
  }
  if (missing !== null) return { outline: null, positions: lines.outer.flat(), missing };
  const isStated = ways.some(({ role }) => role === 'outer');
  const ringsOf = (role: RingRole, parts: Position[][]) =>
    assembleRings(parts).map((positions) => ({ positions, role }));
  const polygons = nestRings([
    ...ringsOf(isStated ? 'outer' : 'unknown', lines.outer),
    ...ringsOf('inner', lines.inner),
  ]);
  return { outline: outlineOf(polygons), positions: [], missing };
}

function outlineOf(polygons: Position[][][]): Outline {
  const [first = [], ...others] = polygons;
  if (others.length === 0) return { type: 'Polygon', coordinates: first };
  return { type: 'MultiPolygon', coordinates: polygons };
}

/** By id. Nodes, such as entrances and labels, say nothing about an outline. */
function waysOf(members: readonly Member[]): Map<number, Member> {
  const ways = new Map<number, Member>();
  for (const member of members) {
    if (member.type === 'node') continue;
    const name = elementName({ type: member.type, id: member.ref });
    if (member.type === 'relation')
      throw badField('geometry', `has ${name} as a member: an outline is made of ways`);
    if (!['outer', 'inner', ''].includes(member.role))
      throw badField('geometry', `has ${name} in the role "${shownText(member.role)}"`);
    const known = ways.get(member.ref);
    if (known !== undefined && known.role !== member.role)
      throw badField('geometry', `has ${name} in two roles`);
    ways.set(member.ref, member);
  }
  return ways;
}

function memberLine({ ref, positions }: Member, sources: Sources): Line {
  if (positions !== null) return { positions, missing: null };
  const way = sources.ways.get(ref);
  if (way === undefined) return { positions: [], missing: `way/${ref} is not in the file` };
  if (way.fault !== null) throw badField('geometry', `has way/${ref}, which ${way.fault.reason}`);
  return lineOf(way, sources);
}

function lineOf({ refs, positions }: OsmElement, { places }: Sources): Line {
  if (positions !== null && (refs.length === 0 || positions.length === refs.length))
    return { positions, missing: null };
  const found: Position[] = [];
  let missing = 0;
  for (const ref of refs) {
    const place = places.placeOf(ref);
    if (typeof place === 'string') throw badField('geometry', place);
    if (place === undefined) missing += 1;
    else found.push(place);
  }
  if (refs.length === 0) return { positions: [], missing: 'has no nodes' };
  if (missing === 0) return { positions: found, missing: null };
  return { positions: found, missing: `${missing} of ${refs.length} nodes are not in the file` };
}
