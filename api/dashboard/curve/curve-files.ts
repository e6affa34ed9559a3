import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { staticFile } from '../../dress/static-files.ts';

const { resolve } = createRequire(import.meta.url);
const read = (path: string | URL) => readFileSync(path, 'utf8');
const own = (name: string) => read(new URL(name, import.meta.url));

/**
 * The smallest build that the library has, which is no module yet. It writes figures in the
 * language of the page, as the page does, and not in that of the browser.
 */
const UPLOT = staticFile(
  'uplot.js',
  'text/javascript',
  `const navigator = { language: document.documentElement.lang };
${read(resolve('uplot/dist/uPlot.iife.min.js'))}
export default uPlot;
`,
);
const UPLOT_STYLE = staticFile('uplot.css', 'text/css', read(resolve('uplot/dist/uPlot.min.css')));
/** Draws tables as curves. */
const CURVE = staticFile(
  'curve.js',
  'text/javascript',
  own('curve.js').replace('./uplot.js', UPLOT.path),
);

/** What a page with a curve loads. */
export const CURVE_SCRIPTS = [CURVE];
export const CURVE_STYLES = [UPLOT_STYLE];
export const CURVE_FILES = [UPLOT, UPLOT_STYLE, CURVE];
