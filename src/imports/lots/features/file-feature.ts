import type { FieldProblem } from '../../../kit/errors.ts';

/** One feature of a file, its values not read yet. */
export type FileFeature = {
  /** `way/5`; null: it does not come from OpenStreetMap. */
  osmId: string | null;
  /** The feature's own id in the file. */
  id: unknown;
  geometry: unknown;
  properties: Record<string, unknown>;
  /** OpenStreetMap tags; none in other formats. */
  tags: Record<string, string>;
  /** What could not be read of the feature itself. */
  notes: readonly FieldProblem[];
};
