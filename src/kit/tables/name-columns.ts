import { AppError, badField } from '../errors.ts';
import { plainLetters } from '../text/plain-letters.ts';
import { shownText } from '../text/shown-text.ts';

/**
 * What a column may stand for, and the headers by which it is recognised: in lower case, without
 * accents, spaces and signs, the surest first. The name of the field itself comes before all of
 * them, unless it is among them.
 */
export type KnownHeaders<Field extends string> = Readonly<Record<Field, readonly string[]>>;

/** Which column is meant by hand: `{ name: 'Bezeichnung' }`. */
export type ColumnMap = Readonly<Record<string, string>>;

export type NamedColumns<Field extends string> = ReadonlyMap<Field, string>;

/** `Anzahl Stellplätze (PKW)` -> `anzahlstellplatzepkw`. */
export function plainHeader(header: string): string {
  return plainLetters(header).replaceAll(/[^\p{L}\p{N}]/gu, '');
}

/**
 * The column that stands for each field: the one that `map` names, else the usable one with the
 * surest of the known headers. Columns that nobody knows stand for nothing. Errors: BAD_REQUEST
 * naming `map` for a field or a column that does not exist, or naming a column that is there twice.
 */
export function nameColumns<Field extends string>(
  columns: readonly string[],
  known: KnownHeaders<Field>,
  map: ColumnMap = {},
  isUsable: (field: Field, column: string) => boolean = () => true,
): NamedColumns<Field> {
  const fields = Object.keys(known) as Field[];
  for (const [field, column] of Object.entries(map)) {
    if (!fields.some((one) => one === field))
      throw badField('map', `"${shownText(field)}" is none of ${fields.join(', ')}`);
    if (!columns.includes(column))
      throw badField('map', `no column "${shownText(column)}"; ${foundColumns(columns)}`);
  }
  const plain = columns.map(plainHeader);
  const taken = new Set(Object.values(map));
  const named = new Map<Field, string>();
  for (const field of fields) {
    const isFree = (i: number) => {
      const column = columns[i];
      return column !== undefined && !taken.has(column) && isUsable(field, column);
    };
    const own = plainHeader(field);
    const headers = known[field].includes(own) ? known[field] : [own, ...known[field]];
    const index = headers.map((header) => plain.indexOf(header)).find(isFree);
    const column = map[field] ?? (index === undefined ? undefined : columns[index]);
    if (column === undefined) continue;
    if (columns.indexOf(column) !== columns.lastIndexOf(column))
      throw badField(shownText(column), 'is the name of two columns');
    named.set(field, column);
    taken.add(column);
  }
  return named;
}

/** The columns of a file, for people who have to choose one. */
export function foundColumns(columns: readonly string[]): string {
  const shown = columns.slice(0, COLUMNS_SHOWN_MAX).map((column) => `"${shownText(column)}"`);
  const more = columns.length > shown.length ? ` and ${columns.length - shown.length} more` : '';
  return `the columns are ${shown.join(', ')}${more}`;
}

const COLUMNS_SHOWN_MAX = 60;

/**
 * 400 for columns without which nothing can be imported: how to name them. `other`: what else the
 * file could have had.
 */
export function missingColumns(
  missing: readonly string[],
  columns: readonly string[],
  other?: string,
): AppError {
  const how = missing.map((field) => `--map ${field}=COLUMN`).join(' ');
  const more = other === undefined ? '' : `, and ${other}`;
  return new AppError(
    'BAD_REQUEST',
    `no column is understood as ${missing.join(', ')}${more}: ${how}; ${foundColumns(columns)}`,
    { details: missing.map((field) => ({ field, reason: 'missing column' })) },
  );
}
