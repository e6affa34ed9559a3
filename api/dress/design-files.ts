import { readFileSync } from 'node:fs';
import { staticFile } from './static-files.ts';

const read = (name: string) => readFileSync(new URL(name, import.meta.url));

/** The look of all pages. */
export const DESIGN = staticFile('design.css', 'text/css', read('design.css'));
/** Shows the theme that the reader chose, and keeps the choice. */
export const THEME = staticFile('theme.js', 'text/javascript', read('theme.js'));
/** Makes buttons of `copyable` texts work. */
export const COPY = staticFile('copy.js', 'text/javascript', read('copy.js'));
/** Keeps a form from being sent by each click of a double one. */
export const ONCE = staticFile('once.js', 'text/javascript', read('once.js'));
