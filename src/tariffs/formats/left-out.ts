/** What a standard cannot say of a tariff. */
export type LeftOut = {
  /** Its name; null: the whole tariff. */
  part: string | null;
  reason: string;
};
