import { readFileSync } from 'node:fs';
import { staticFile } from '../../../dress/static-files.ts';

/** Reads a file that is dropped or chosen into the form. */
export const IMPORT_SCRIPT = staticFile(
  'import.js',
  'text/javascript',
  readFileSync(new URL('import.js', import.meta.url)),
);
