/** SQL in the server's form, and the names of its `$1`, `$2`, … in that order. */
type NumberedSql = { text: string; parameters: readonly string[] };

/**
 * The parts of SQL that PostgreSQL and psql read in the same way. None of them contains a backslash
 * before a quote: whether that quote ends the string depends on the kind of string, or on a
 * setting.
 */
const TOKEN = new RegExp(
  [
    /--[^\r\n]*/,
    // Does not match nested block comments.
    /\/\*(?:(?!\/\*|\*\/)[\s\S])*\*\//,
    /'(?:[^'\\]|\\(?!')|'')*'/,
    /"(?:[^"]|"")*"/,
    /\$(?<tag>(?:[A-Za-z_\u0080-\uffff][\w\u0080-\uffff]*)?)\$[\s\S]*?\$\k<tag>\$/,
    /[A-Za-z_\u0080-\uffff][\w$\u0080-\uffff]*/,
    /\d[\w.]*/,
    /::|:=/,
    /:(?<name>[a-z_][a-z0-9_]*)(?![\w$\u0080-\uffff])/,
    // Ends a slice of an array here, or separates a JSON key from its value.
    /:(?=[\s\]])/,
    /(?!\/\*)[^:'"$\\\w\u0080-\uffff]/,
  ]
    .map((part) => part.source)
    .join('|'),
  'y',
);
/** After one of these, a colon may also belong to a slice of an array or to a cast. */
const UNSURE_BEFORE = /[\w$'"\])[:\u0080-\uffff]/;
const SHOWN_CHARACTERS = 20;

/**
 * Numbers the parameters of SQL that names them like psql variables: `:lot_id` becomes `$1`
 * everywhere, the next name `$2`. Strings, quoted names and comments are not changed. Throws,
 * naming the line, at anything that psql or another reader could read differently.
 */
export function numberParameters(sql: string): NumberedSql {
  const parameters: string[] = [];
  let text = '';
  for (let at = 0; at < sql.length; at = TOKEN.lastIndex) {
    TOKEN.lastIndex = at;
    const token = TOKEN.exec(sql);
    const name = token?.groups?.name;
    const isUnsure = name !== undefined && UNSURE_BEFORE.test(sql.charAt(at - 1));
    if (token === null || isUnsure) {
      const line = sql.slice(0, at).split('\n').length;
      throw new Error(`line ${line} is unclear from "${sql.slice(at, at + SHOWN_CHARACTERS)}" on`);
    }
    if (name !== undefined && !parameters.includes(name)) parameters.push(name);
    text += name === undefined ? token[0] : `$${parameters.indexOf(name) + 1}`;
  }
  return { text, parameters };
}
