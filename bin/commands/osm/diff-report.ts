import type { LatLng } from '../../../src/kit/geo/great-circle.ts';
import { CHALLENGE_TASKS_MAX, challengeLines } from '../../../src/kit/osm/diff/challenge.ts';
import type { TagDifference } from '../../../src/kit/osm/diff/compare-tags.ts';
import type { Changed, LotsDiff } from '../../../src/kit/osm/diff/diff-lots.ts';
import { counted } from '../../../src/kit/text/counted.ts';
import { shownText } from '../../../src/kit/text/shown-text.ts';

/** Of one list; more are only in the JSON. */
const ENTRIES_MAX = 100;
const DEGREE_DIGITS = 6;
const BY = { osm_id: 'by its id', ref: 'by ref', likeness: 'by place and name' };
const GUIDELINES = 'https://wiki.openstreetmap.org/wiki/Import/Guidelines';

/** The comparison for people. `out`: the file that the challenge was written to. */
export function describeDiff(diff: LotsDiff, out: string | undefined): string[] {
  const { osm_id, ref, likeness } = diff.matched_by;
  const isPrivate =
    diff.private_missing_here > 0 ? `, and ${diff.private_missing_here} private` : '';
  return [
    `${counted(diff.objects, 'car park')} in OpenStreetMap, ` +
      `${counted(diff.lots, 'lot')} of ours, ${diff.matched} of them matched ` +
      `(${osm_id} by id, ${ref} by ref, ${likeness} by place and name).`,
    ...list(`${counted(diff.changed.length, 'lot')} with tags that differ`, diff.changed, changed),
    ...(diff.changed.some(({ by }) => by === 'osm_id')
      ? ['  What was imported by its id can be older here than there: look before you confirm.']
      : []),
    ...list(
      `${counted(diff.missing_in_osm.length, 'lot')} missing in OpenStreetMap`,
      diff.missing_in_osm,
      ({ name, point, lot_id }) => [`  ${shownText(name)} ${at(point)} (lot ${lot_id})`],
    ),
    ...list(
      `${counted(diff.gone_from_osm.length, 'lot')} imported from objects that are no car parks ` +
        'of this extract any more',
      diff.gone_from_osm,
      ({ osm_id: id, name, lot_id }) => [`  ${id} ${shownText(name)} (lot ${lot_id})`],
    ),
    ...list(
      `${counted(diff.missing_here.length, 'car park')} missing here${isPrivate}`,
      diff.missing_here,
      ({ osm_id: id, name, point }) => [`  ${id} ${shownText(name ?? 'no name')} ${at(point)}`],
    ),
    ...list(
      `${counted(diff.unsure.length, 'lot')} that may be one of these objects, or none: look there`,
      diff.unsure,
      ({ name, lot_id, osm_ids }) => [
        `  ${shownText(name)} (lot ${lot_id}): ${osm_ids.join(', ')}`,
      ],
    ),
    ...keptBack(diff.kept_back),
    ...challenge(diff, out),
  ];
}

function list<T>(title: string, entries: readonly T[], describe: (entry: T) => string[]) {
  const more = entries.length - ENTRIES_MAX;
  return [
    `${title}${entries.length > 0 ? ':' : '.'}`,
    ...entries.slice(0, ENTRIES_MAX).flatMap(describe),
    ...(more > 0 ? [`  … and ${more} more (all of them with --json)`] : []),
  ];
}

function changed({ osm_id, name, lot_id, by, metres, tags }: Changed): string[] {
  return [
    `  ${osm_id} ${shownText(name)} (lot ${lot_id}, ${BY[by]}, ${metres} m apart)`,
    ...tags.map((tag) => `    ${tagLine(tag)}`),
  ];
}

function tagLine({ key, osm, ours, is_suggested }: TagDifference): string {
  const theirs = osm === null ? '(none)' : shownText(osm);
  return is_suggested
    ? `${key}: ${theirs} -> ${shownText(ours)}`
    : `${key}: ${theirs}, here ${shownText(ours)} (not suggested: both may be right)`;
}

function keptBack({
  matched,
  missing_in_osm,
  gone_from_osm: gone,
  unsure,
}: LotsDiff['kept_back']): string[] {
  const all = matched + missing_in_osm + gone + unsure;
  if (all === 0) return [];
  return [
    `${counted(all, 'lot')} kept back, because the operator does not allow the export: ` +
      `${matched} matched, ${missing_in_osm} missing in OpenStreetMap, ` +
      `${gone} gone from there, ${unsure} unsure.`,
  ];
}

function challenge(diff: LotsDiff, out: string | undefined): string[] {
  const count = [...challengeLines(diff)].length;
  if (out === undefined || count === 0) return count === 0 ? ['Nothing is suggested.'] : [];
  const isTooLong = count > CHALLENGE_TASKS_MAX;
  return [
    `${counted(count, 'task')} for MapRoulette written to ${out}. Before you start a challenge ` +
      `with them, read ${GUIDELINES}`,
    ...(isTooLong
      ? [`MapRoulette takes at most ${CHALLENGE_TASKS_MAX} in a challenge: use --bbox.`]
      : []),
  ];
}

function at({ lat, lng }: LatLng): string {
  return `${lat.toFixed(DEGREE_DIGITS)}, ${lng.toFixed(DEGREE_DIGITS)}`;
}
