import { badFields, badFieldsIn, type FieldProblem } from '../../../kit/errors.ts';
import type { LotDescription } from '../features/lot-description.ts';
import { describeOsmLot } from './describe-osm-lot.ts';

type Context = Parameters<typeof describeOsmLot>[1];

/** Properties of another format, said in OpenStreetMap's words. */
export type Renamed = {
  tags: Record<string, string>;
  /** What the format calls the keys of `tags`, for notes and errors. */
  names: Readonly<Record<string, string>>;
  /** What is not understood and says who may park, when or for how long. */
  rules: readonly FieldProblem[];
  /** What has no place here. */
  unused: readonly FieldProblem[];
};

/** Reads the tags as of OpenStreetMap. Errors: BAD_REQUEST naming the format's own properties. */
export function describeRenamedLot(renamed: Renamed, context: Context): LotDescription {
  const rename = ({ field, reason }: FieldProblem) => ({
    field: renamed.names[field] ?? field,
    reason,
  });
  try {
    const lot = describeOsmLot(renamed.tags, context);
    return {
      ...lot,
      tags: tagsReadIn(lot),
      notes: [...lot.notes.map(rename), ...renamed.rules, ...renamed.unused],
      hasUnreadRules: lot.hasUnreadRules || renamed.rules.length > 0,
    };
  } catch (error) {
    const problems = badFieldsIn(error);
    throw problems.length === 0 ? error : badFields(problems.map(rename));
  }
}

/** A value of another format that was not understood is no tag of OpenStreetMap. */
function tagsReadIn({ tags, notes, price }: LotDescription): Record<string, string> {
  const unread = new Set(notes.map(({ field }) => field));
  if (price.kind === 'text') unread.add('charge');
  return Object.fromEntries(Object.entries(tags).filter(([key]) => !unread.has(key)));
}

/** Why a property is left out that nothing here stands for. */
export const NO_PLACE = 'has no place here';

/** A note for each property that has no place here. */
export function unusedNotes(
  properties: Record<string, unknown>,
  used: ReadonlyMap<string, string>,
): FieldProblem[] {
  const isStated = (value: unknown) =>
    value !== null && value !== undefined && value !== '' && String(value) !== '';
  return Object.keys(properties)
    .filter((field) => !used.has(field) && isStated(properties[field]))
    .map((field) => ({ field, reason: NO_PLACE }));
}
