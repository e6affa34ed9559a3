import { DESIGN, THEME } from './design-files.ts';
import { type Html, html } from './html.ts';
import type { StaticFile } from './static-files.ts';

/** What a page of people is made of. */
export type Page = Readonly<{
  /** Of the window, and what a search engine shows. */
  title: string;
  description?: string;
  /** Everything that is seen; exactly one element in it has the id `main`. */
  body: Html;
  /** Loaded after the design. */
  styles?: readonly StaticFile[];
  /** Run as modules, when the page is read. */
  scripts?: readonly StaticFile[];
  /** More of the head, such as links for programs. */
  head?: Html;
  /** Whether search engines may list it. A page that is for one person is not listed. */
  isIndexed?: boolean;
}>;

/**
 * A whole document. Whatever it runs or looks like is a file of this service with a hash in its
 * name, and nothing is inline: so its policy can name this service alone, which is as strict as a
 * nonce for each answer, and the page can be cached.
 */
export function page({
  title,
  description,
  body,
  styles = [],
  scripts = [],
  head,
  isIndexed = false,
}: Page): string {
  const sheets = [DESIGN, ...styles].map(
    ({ path }) => html`<link rel="stylesheet" href="${path}">\n`,
  );
  const modules = scripts.map(({ path }) => html`<script type="module" src="${path}"></script>\n`);
  const summary = description && html`<meta name="description" content="${description}">\n`;
  const robots = !isIndexed && html`<meta name="robots" content="noindex">\n`;
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>${title}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
${summary}${robots}<link rel="icon" href="/favicon.ico" sizes="32x32">
<link rel="icon" href="/logo.svg" type="image/svg+xml">
${head}${sheets}<script src="${THEME.path}"></script>
${modules}</head>
<body>
<a class="skip" href="#main">Skip to the content</a>
${body}
</body>
</html>
`.toString();
}

/** What a page may do beside showing itself. */
type Allowed = Readonly<{
  /** Its scripts ask this service. */
  connect?: boolean;
  /** It has forms, which go to this service. */
  forms?: boolean;
}>;

/**
 * The headers of a page. It loads nothing from anywhere else and runs nothing inline, nobody may
 * show it in a frame, no address of it is passed on to other sites, and a window of another site
 * that opened it cannot reach it.
 */
export function pageHeaders({ connect = false, forms = false }: Allowed = {}) {
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    `connect-src ${connect ? "'self'" : "'none'"}`,
    `form-action ${forms ? "'self'" : "'none'"}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ];
  return {
    'Content-Security-Policy': policy.join('; '),
    'X-Frame-Options': 'DENY',
    'Referrer-Policy': 'no-referrer',
    'Cross-Origin-Opener-Policy': 'same-origin',
  };
}
