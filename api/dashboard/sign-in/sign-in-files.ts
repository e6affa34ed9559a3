import { readFileSync } from 'node:fs';
import { staticFile } from '../../dress/static-files.ts';

export const PASSKEY_SCRIPT = staticFile(
  'passkey.js',
  'text/javascript',
  readFileSync(new URL('passkey.js', import.meta.url)),
);
