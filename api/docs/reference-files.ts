import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { staticFile } from '../dress/static-files.ts';

const { resolve } = createRequire(import.meta.url);

const own = (name: string) => readFileSync(new URL(name, import.meta.url));
const LIBRARY = readFileSync(resolve('swagger-ui-dist/swagger-ui-bundle.js'));
const LIBRARY_STYLE = readFileSync(resolve('swagger-ui-dist/swagger-ui.css'));

/** What the page loads: a kept library, served from here as it was published. */
export const REFERENCE_FILES = {
  library: staticFile('swagger-ui.js', 'text/javascript', LIBRARY),
  libraryStyle: staticFile('swagger-ui.css', 'text/css', LIBRARY_STYLE),
  script: staticFile('reference.js', 'text/javascript', own('reference.js')),
  style: staticFile('reference.css', 'text/css', own('reference.css')),
};
