import { type PlateCipher, SEALED_PREFIX } from './plate-cipher.ts';

/**
 * What seals the plates of all statements and opens those of all rows. A plate is a parameter or a
 * column with one of four names, and a row may have it inside of an event's `data` or `body`. The
 * secrets of codes that people sign in with, and of the authorisation server, are sealed and opened
 * in the same places.
 */
export type PlateSeal = {
  /** Nothing is stored plain any more, so no statement needs a plain plate. */
  isWhole: boolean;
  /** Seals the plates among the values of a statement with parameters of these `names`. */
  sealValues(names: readonly string[], values: Values): Values;
  /** Opens the plates of a row, in place. */
  openRow(row: Values): void;
};

type Values = Record<string, unknown>;

/**
 * Each parameter with a plate, and the one that a statement may also have for the same plate as it
 * was stored before plates were sealed; that is null once no such plate is left.
 */
const PLATE_PARAMETERS = {
  plate: 'plainPlate',
  plates: 'plainPlates',
  shownPlate: 'plainShownPlate',
  shownPlates: 'plainShownPlates',
} as const;

const PARAMETERS = Object.entries(PLATE_PARAMETERS);
/** Parameters and members of rows that are such secrets. */
const SECRETS = ['totpSecret', 'begunTotpSecret', 'serverSecret'] as const;
/** Columns that are, or contain, a plate or such a secret. */
const COLUMNS: readonly string[] = [
  ...['plate', 'shown_plate', 'body', 'data'],
  ...['totp_secret', 'begun_totp_secret', 'server_secret'],
];
/** In JSON as PostgreSQL writes it; in a text of a caller each quote has a backslash before it. */
const PLATE_IN_BODY = new RegExp(`(?<="vehicle_plate": )"(${SEALED_PREFIX}[\\w-]+)"`, 'g');

export function createPlateSeal(
  { seal, open, sealSecret, openSecret }: PlateCipher,
  { isWhole }: { isWhole: boolean },
): PlateSeal {
  const sealAny = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(sealAny);
    return typeof value === 'string' ? seal(value) : value;
  };
  return {
    isWhole,
    sealValues(names, values) {
      if (!isGivenPlate(values)) return values;
      const sealed = { ...values };
      for (const [name, plainName] of PARAMETERS) {
        if (!(name in values)) continue;
        sealed[name] = sealAny(values[name]);
        if (names.includes(plainName)) sealed[plainName] = isWhole ? null : values[name];
      }
      for (const name of SECRETS) {
        const secret = values[name];
        if (typeof secret === 'string') sealed[name] = sealSecret(secret);
      }
      return sealed;
    },
    openRow(row) {
      if (typeof row.plate === 'string') row.plate = open(row.plate);
      if (typeof row.shownPlate === 'string') row.shownPlate = open(row.shownPlate);
      if (typeof row.body === 'string')
        row.body = row.body.replace(PLATE_IN_BODY, (_, sealed) => JSON.stringify(open(sealed)));
      for (const name of SECRETS) {
        const stored = row[name];
        if (typeof stored === 'string') row[name] = openSecret(stored);
      }
      if (hasPlate(row.data)) row.data.vehicle_plate = open(row.data.vehicle_plate);
    },
  };
}

/** Whether a statement with these values is given a plate, or a secret. */
export function isGivenPlate(values: Values): boolean {
  return PARAMETERS.some(([name]) => name in values) || SECRETS.some((name) => name in values);
}

/** Whether rows with these columns may have a plate, or a secret. */
export function mayHavePlate(columns: readonly string[]): boolean {
  return columns.some((name) => COLUMNS.includes(name));
}

function hasPlate(data: unknown): data is { vehicle_plate: string } {
  return (
    typeof data === 'object' &&
    data !== null &&
    'vehicle_plate' in data &&
    typeof data.vehicle_plate === 'string'
  );
}
