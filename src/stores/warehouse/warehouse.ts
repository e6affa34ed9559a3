import type { CountedDay, OpenStay, UsedDay } from '../../kit/forecast/history/lot-days.ts';
import type { ReadingPosition } from '../read-on.ts';
/** A row as Postgres sends it: every column as text, or null. The first two are its position. */
export type TextRow = readonly (string | null)[];

/** The position of the last loaded row of a source and the number of its batch; zeros at first. */
export type Watermark = ReadingPosition & { batch: number };

/**
 * Consecutive rows of a source, in the order of their positions. The batches of a source are
 * numbered from 1 without a gap.
 */
export type Batch = { source: string; table: string; number: number; rows: readonly TextRow[] };

/** The number of the last batch of each source. */
export type Batches = Readonly<Record<string, number>>;

/**
 * A table that is filled by adding the batches of one source. The table has the model's name.
 * `reads`: the other models that it is made from, directly or not.
 */
export type Model = { name: string; source: string; reads: readonly string[] };

/** The parts of a warehouse by name. In each list a part comes after everything that it reads. */
export type Contents = {
  facts: readonly Model[];
  rollups: readonly Model[];
  /** Rollups by lot and day, which only `history` reads. */
  daily: readonly Model[];
  /** The marts that are stored, and published under the same names. */
  marts: readonly string[];
  checks: readonly string[];
};

/** Whole batches of a source in the order of their positions, as they are in a file. */
export type PackedRows = {
  source: string;
  firstBatch: number;
  lastBatch: number;
  first: ReadingPosition;
  last: ReadingPosition;
  rowCount: number;
};

/** A file of the archive. Its name is unlike that of every other file, of any warehouse. */
export type PackedFile = PackedRows & { fileName: string; byteCount: number; sha256: string };

/** Which rows to pack: those of a source after batch `after`, up to `through` if given. */
export type PackRequest = {
  source: string;
  after: number;
  through?: number;
  rowCountMin: number;
  rowCountMax: number;
};

/** What is wrong with a file of the archive: it is not there, or has other bytes. */
export type Damage = 'missing' | 'changed';

export type WarehouseState = {
  /** Identifies the database that the warehouse was filled from; empty for a new warehouse. */
  cluster: string;
  /** The last batches that were loaded; zeros before the first. */
  loaded: Batches;
  /** The newest build of the marts, its instant (null before the first) and the batches in it. */
  built: { build: number; asOf: string | null; batches: Batches };
  /** The last publication; an empty id and zeros before the first. */
  published: { publicationId: string; build: number; batches: Batches };
};

/** One computation of the marts: its number, its instant (ISO 8601, UTC) and the batches in it. */
export type Build = {
  build: number;
  asOf: string;
  batches: Batches;
  /** Only rows that later batches touch are computed again; all rows where these are 0. */
  seen: Batches;
  /** The same for marts of whole days (UTC), which change less often. */
  seenToday: Batches;
  /** The build before, for marts that keep days for ever: its instant (null: none) and batches. */
  before: { asOf: string | null; batches: Batches };
};

/** What a check examines: the marts as of an instant, and the rows of batches after `seen`. */
export type Checked = { asOf: string | null; seen: Batches };

/** A row of a source that could not be read. It is in no figure. */
export type QuarantinedRow = ReadingPosition & {
  source: string;
  /** The action of an audit row, or what a row of another source is. */
  kind: string;
  /** In words, without values. */
  reason: string;
  /** ISO 8601, UTC. */
  since: string;
};

/** The rows that a fact did without first, beside the rows that it has. */
export type QuarantineCount = {
  source: string;
  fact: string;
  rowCount: number;
  readCount: number;
  /** Of the row that has waited longest: ISO 8601, UTC. */
  since: string;
};

/** Called with what is known of single lots, in any order. */
export type HistoryReader = {
  onCounts(day: CountedDay): void;
  onUse(day: UsedDay): void;
  onOpenStay(stay: OpenStay): void;
};

/**
 * Called when rows are written and not yet recorded as written. When it throws, or the process ends
 * there, the same call can be made again, and its rows count once.
 */
export type OnWritten = () => void;

/**
 * The only interface to the engine that computes the marts. A repeated call counts once, because a
 * process may end between writing rows and recording that they were written, and then repeats the
 * call after its restart. An engine can ensure this by transactions, or by skipping rows that it
 * has already. Calls run one after another.
 */
export type Warehouse = {
  contents: Contents;
  state(): Promise<WarehouseState>;
  /** Stores which database the warehouse is filled from. */
  claim(cluster: string): Promise<void>;
  watermark(source: string): Promise<Watermark>;
  /**
   * Adds the rows of a batch to its raw table, then moves the watermark to the last of them. Each
   * position counts once, in the batch that brought it first. So rows at or before the watermark
   * are skipped, and so is a batch whose number is not above the watermark's.
   * A load that was cut off is repeated under the same number. By then the batch may have more rows
   * at its end, or fewer; missing rows come with the next batch. An engine that keeps rows of a
   * load that was cut off must therefore skip positions after the watermark that it has already.
   * Throws for a batch that does not follow the watermark's, because the batch between them would
   * be lost.
   */
  load(batch: Batch, onWritten: OnWritten): Promise<void>;
  /**
   * The number of the last batch that a model contains; 0 at first. An engine that cannot roll back
   * an advance that was cut off may empty the model instead, and then returns 0 again.
   */
  progress(model: string): Promise<number>;
  /**
   * Adds to a model the batches after its progress up to and including `through`, and moves its
   * progress to `through`. Does nothing when the progress is there already. Returns how many rows
   * were written. Throws for batches that are not loaded.
   * Rows that cannot be read are set aside in the same step, each once: they are in no fact.
   */
  advance(model: string, through: number, onWritten: OnWritten): Promise<number>;
  /** Rows that were set aside, of one source or (null) all: first those that waited longest. */
  quarantined(asked: { source: string | null; rowCountMax: number }): Promise<QuarantinedRow[]>;
  countQuarantined(): Promise<QuarantineCount[]>;
  /**
   * Empties the facts of those of these sources that have rows set aside, and all that is computed
   * from them, so that the next refresh tries the rows again. Returns how many rows there were.
   */
  retry(sources: readonly string[]): Promise<number>;
  /**
   * Writes the next batches of a source after batch `after` into a new file of the archive: only
   * batches that were published and that every fact contains, because no model reads their raw rows
   * again; at most `rowCountMax` rows, but always a whole batch. The file is safe on the disk when
   * this returns. undefined when there are fewer than `rowCountMin` such rows. The rows stay.
   */
  pack(next: PackRequest, onWritten: OnWritten): Promise<PackedFile | undefined>;
  /**
   * Removes the raw rows of the batches up to `through`, as far as `pack` would write them. Returns
   * how many rows were removed.
   */
  forget(source: string, through: number, onWritten: OnWritten): Promise<number>;
  /**
   * Adds the batches of a file which the raw table does not have, under their own numbers. Moves
   * the watermark to the end of the file when that is later. Returns how many rows were added.
   */
  unpack(file: PackedFile, onWritten: OnWritten): Promise<number>;
  /** Moves the watermark to the end of a file whose rows are lost, unless it is there already. */
  leaveOut(file: PackedRows): Promise<void>;
  /** Whether a fact has yet to read batches whose rows were removed, and must be unpacked first. */
  lacksPacked(source: string): Promise<boolean>;
  /**
   * Whether what was loaded of a source continues an archive that ends with this batch at this
   * position: the rows up to both are the same, and no batch is missing between them and the rest.
   */
  continues(source: string, packed: Watermark): Promise<boolean>;
  /** What is wrong with a file. Compares only its size unless `isThorough`. */
  inspect(file: PackedFile, isThorough: boolean): Promise<Damage | undefined>;
  /**
   * Merges the log into the file where it has become long: what is only in the log stays in memory,
   * and is read again at the next start.
   */
  mergeLog(): Promise<void>;
  /** Gives memory back that was kept to compute with, and that of what was only in the log. */
  rest(): Promise<void>;
  /** The rows of all tables (approximately), and the bytes of its files without the archive. */
  size(): Promise<{ rowCount: number; byteCount: number }>;
  /**
   * Computes all marts, then stores the build. Each row has the number of the build that last
   * changed it. A row that no longer holds stays, marked as gone. Returns how many rows were
   * written.
   */
  build(build: Build, onWritten: OnWritten): Promise<number>;
  /** Moves the instant of the newest build to a later one, at which its marts are the same. */
  holdsAt(asOf: string): Promise<void>;
  /** Runs a check, and returns the rows that break its promise. */
  check(name: string, checked: Checked): Promise<object[]>;
  /**
   * Lots with rows before a day (UTC) that are not in the daily rollups yet.
   */
  lateLots(beforeDay: number): Promise<string[]>;
  /** Lots of a mode that the daily rollups know something of since a day (UTC). */
  knownLots(asked: { livemode: boolean; fromDay: number }): Promise<string[]>;
  /** Passes on what the daily rollups say of lots, from a day (UTC) on, and their open stays. */
  history(
    asked: { lotIds: readonly string[]; fromDay: number },
    reader: HistoryReader,
  ): Promise<void>;
  /** Computes and returns the rows of a mart that is not stored. */
  read(mart: string, asOf: string | null): Promise<object[]>;
  /**
   * Passes on the rows of a mart that builds after `since` wrote, as JSON arrays: either those that
   * are gone, or those that hold.
   */
  stream(
    rows: { mart: string; since: number; areGone: boolean },
    onPart: (json: string, rowCount: number) => Promise<void>,
  ): Promise<void>;
  /** Stores that the newest build was published under this id. */
  published(publicationId: string): Promise<void>;
  /** False when the data that was opened has been removed or replaced since. */
  isInPlace(): Promise<boolean>;
  /** Replaces the warehouse by an empty one, and logs the reason. */
  startOver(reason: string): Promise<void>;
  /** Opens the warehouse again after a failure. True when it was damaged and is now empty. */
  recover(error: unknown): Promise<boolean>;
  close(): Promise<void>;
};
