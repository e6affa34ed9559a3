import { readFileSync } from 'node:fs';
import { RawBytes } from '../../src/kit/web/input/body-types.ts';
import { defineDocument } from '../document/define-document.ts';

const ICON = readFileSync(new URL('favicon.ico', import.meta.url));

/**
 * Browsers, feeds and bookmarks look here without being asked to. The OpenAPI document leaves it
 * out, as it does the files of pages.
 */
export const getFaviconOperation = defineDocument({
  operationId: 'getFavicon',
  path: '/favicon.ico',
  summary: 'The mark of this service as an icon',
  description: 'The same as /logo.svg, at 32 pixels.',
  answer: 'An icon',
  contentType: 'image/vnd.microsoft.icon',
  schema: RawBytes,
  make: () => ICON,
});
