import { DASHBOARD_FILES } from './dashboard/pages.ts';
import { PICTURES } from './docs/pictures.ts';
import { REFERENCE_FILES } from './docs/reference-files.ts';
import { COPY, DESIGN, ONCE, THEME } from './dress/design-files.ts';
import type { StaticFile } from './dress/static-files.ts';

/** Every file that a page loads. */
export const pageFiles: readonly StaticFile[] = [
  DESIGN,
  THEME,
  COPY,
  ONCE,
  ...Object.values(REFERENCE_FILES),
  ...PICTURES,
  ...DASHBOARD_FILES,
];
