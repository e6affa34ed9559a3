const WORD = String.raw`'[\w.]+'`;
/** The condition of a staging view on the audit log that no row of another action can fulfil. */
const AUDIT_ROWS = new RegExp(
  String.raw`\bfrom raw_audit where action(?: = (${WORD})| in\((${WORD}(?:,${WORD})*)\))` +
    String.raw`(?:[;)]| ?and (?!.*\bor\b))`,
);
const RAW_TABLE = /\braw_\w+/g;

/**
 * The actions of all audit rows that a staging view (in normal form) reads; undefined when it reads
 * other rows, too, or does not say in these words what it reads.
 */
export function readActions(view: string): string[] | undefined {
  const [, one, several] = AUDIT_ROWS.exec(view) ?? [];
  const named = one ?? several;
  if (named === undefined || view.match(RAW_TABLE)?.length !== 1) return undefined;
  return named.split(',').map((word) => word.slice(1, -1));
}
