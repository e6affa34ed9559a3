/** A row as Postgres sends it: every column as text, or null. The first two are its position. */
export type TextRow = readonly (string | null)[];

/** Where a row stands among the rows of its source: by transaction, then by id. */
export type Position = { tx: string; id: string };

/** The last row loaded of a source, and the number of its batch: zeros at first. */
export type Watermark = Position & { batch: number };

/**
 * Rows that follow each other in a source, in the order of their positions. Batches of a source are
 * numbered from 1 without a gap.
 */
export type Batch = { source: string; table: string; number: number; rows: readonly TextRow[] };

/** The number of a batch by source. */
export type Batches = Readonly<Record<string, number>>;

/** A table that is filled by adding the batches of one source, and bears the name of the model. */
export type Model = { name: string; source: string };

/** What a warehouse is made of, each list in an order in which everything finds what it reads. */
export type Contents = {
  facts: readonly Model[];
  rollups: readonly Model[];
  /** Those that are kept, and published under the same names. */
  marts: readonly string[];
  checks: readonly string[];
};

export type WarehouseState = {
  /** The database that the warehouse was filled from; empty while it is new. */
  cluster: string;
  /** The newest build of the marts, its instant (null: none yet) and the batches in it. */
  built: { build: number; asOf: string | null; batches: Batches };
  /** What readers were last given: an empty id and zeros while they were given nothing. */
  published: { publicationId: string; build: number; batches: Batches };
};

/** A making of the marts: its number, the batches in it and its instant. */
export type Build = {
  build: number;
  asOf: string;
  batches: Batches;
  /** Only what later batches than these touch is made anew: everything where they are 0. */
  seen: Batches;
};

/** What a check looks at: the marts as of an instant, and what came in later batches than these. */
export type Checked = { asOf: string | null; seen: Batches };

/**
 * Called when a work is written and not yet remembered. Should it throw, or the process end there,
 * the work is to be done again, and counts once all the same.
 */
export type OnWritten = () => void;

/**
 * The narrow door to the engine behind the marts. Whatever is done twice counts once: a process may
 * end between writing and remembering, and does the same again when it is back. An engine may keep
 * that by transactions, or by leaving out what is there already. Calls run one after another.
 */
export type Warehouse = {
  contents: Contents;
  state(): Promise<WarehouseState>;
  /** Says which database the warehouse is filled from. */
  claim(cluster: string): Promise<void>;
  watermark(source: string): Promise<Watermark>;
  /**
   * Adds the rows of a batch to its raw table, then moves the watermark to the last of them. Each
   * position counts once, in the batch that brought it first: rows at or before the watermark are
   * left out, and so is a batch that is not newer than the watermark's. What was cut off is loaded
   * again under the same number, and may by then have more rows at its end, or fewer, which come
   * with the next: an engine that keeps what was cut off leaves out positions after the watermark
   * that are there. Throws for a batch that does not follow the watermark's: the one between them
   * would be lost.
   */
  load(batch: Batch, onWritten: OnWritten): Promise<void>;
  /**
   * The last batch that a model contains; 0 at first, and where an engine that cannot take back
   * what was cut off begins the model anew.
   */
  progress(model: string): Promise<number>;
  /**
   * Adds to a model the batches after its progress up to and including `through`, and moves its
   * progress there: nothing where it is there already. Returns how many rows were written. Throws
   * for batches that are not loaded.
   */
  advance(model: string, through: number, onWritten: OnWritten): Promise<number>;
  /**
   * Makes all marts, then remembers the build. A row bears the number of the build that last
   * changed it; one that no longer holds stays as gone. Returns how many rows were written.
   */
  build(build: Build, onWritten: OnWritten): Promise<number>;
  /** Says that the newest build holds at a later instant as well. */
  holdsAt(asOf: string): Promise<void>;
  /** The rows that break a promise. */
  check(name: string, checked: Checked): Promise<object[]>;
  /** The rows of a mart that is not kept but made anew for each reading. */
  read(mart: string, asOf: string | null): Promise<object[]>;
  /** Rows of a mart that builds after `since` wrote, as JSON: those that stand, or all. */
  stream(
    rows: { mart: string; since: number; includesGone: boolean },
    onPart: (json: string, rowCount: number) => Promise<void>,
  ): Promise<void>;
  /** Remembers that readers were given the newest build under this id. */
  published(publicationId: string): Promise<void>;
  /** False when what was opened was removed or replaced behind our back. */
  isInPlace(): Promise<boolean>;
  /** Replaces everything by an empty warehouse. */
  startOver(reason: string): Promise<void>;
  /** After a failure: opens it again. True when it was damaged and begins from nothing. */
  recover(error: unknown): Promise<boolean>;
  close(): Promise<void>;
};
