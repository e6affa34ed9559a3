/** Statements by their paths, with values by parameter name. */
type Runs = {
  run(path: string, ...rest: never[]): Promise<number>;
  query<Row extends object>(path: string): Promise<Row[]>;
};

/** The state: what was loaded, and what of that is in models, builds and publications. */
export type KnownState = {
  /**
   * All rows that a statement finds in a table of the state. They are kept until something of that
   * table is written: each step of a refresh asks for them.
   */
  known<Row extends object>(path: string): Promise<readonly Row[]>;
  /** What was kept may have been rolled back. */
  forgetKnown(): void;
};

/** The table of the state that a statement reads or writes. No other statements write it. */
const TABLE = /^state\/(relations|watermarks|warehouse_state)/;

/** The same session, with the state that it knows. */
export function knowState<Session extends Runs>(session: Session): Session & KnownState {
  const known = new Map<string, object[]>();
  return {
    ...session,
    async run(path: string, ...rest: never[]) {
      const rowCount = await session.run(path, ...rest);
      const [written] = TABLE.exec(path) ?? [];
      for (const each of known.keys())
        if (written !== undefined && each.startsWith(written)) known.delete(each);
      return rowCount;
    },
    async known<Row extends object>(path: string) {
      const rows = (known.get(path) as Row[] | undefined) ?? (await session.query<Row>(path));
      known.set(path, rows);
      return rows;
    },
    forgetKnown: () => known.clear(),
  };
}
