import { html as escapedHtml, raw } from 'hono/html';

/** Text that is HTML already: a template inserts it as it is. */
export type Html = ReturnType<typeof raw>;

type Part = string | number | boolean | null | undefined | Html;

/**
 * What a template takes. Texts are escaped, lists are inserted one part after another, and `false`,
 * `null` and `undefined` are nothing, so that `isOpen && html`…`` says when something is shown.
 */
type Parts = Part | readonly Parts[];

/**
 * A template of HTML. All texts that are inserted are escaped for elements and for quoted
 * attributes; an attribute without quotes would need more, so every value stands in quotes.
 */
export function html(strings: TemplateStringsArray, ...parts: readonly Parts[]): Html {
  const written = escapedHtml(strings, ...parts);
  // Only a promise among the parts makes it one, and the type leaves none in.
  if (written instanceof Promise) throw new TypeError('a template cannot wait for its parts');
  return written;
}

/** Takes a text for HTML, unescaped: only for what a file of this project says. */
export const trustedHtml = (text: string): Html => raw(text);
