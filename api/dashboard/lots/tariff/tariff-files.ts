import { readFileSync } from 'node:fs';
import { staticFile } from '../../../dress/static-files.ts';

/** Asks what stays cost while a tariff is typed. */
export const TARIFF_SCRIPT = staticFile(
  'tariff.js',
  'text/javascript',
  readFileSync(new URL('tariff.js', import.meta.url)),
);
