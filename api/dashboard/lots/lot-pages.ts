import type { ClosedPage } from '../dashboard-page.ts';
import { editLotPage } from './edit.ts';
import { importLotsPage } from './import/import.ts';
import { IMPORT_SCRIPT } from './import/import-files.ts';
import { lotsPage } from './list.ts';
import { lotPage } from './lot.ts';
import { newLotPage } from './new.ts';
import { osmDifferencesPage } from './osm/osm.ts';
import { tariffPage } from './tariff/tariff.ts';
import { TARIFF_SCRIPT } from './tariff/tariff-files.ts';

/** What leads nowhere else comes before the pages of one lot, whose id could be any word. */
export const lotPages: readonly ClosedPage[] = [
  lotsPage,
  newLotPage,
  importLotsPage,
  osmDifferencesPage,
  lotPage,
  editLotPage,
  tariffPage,
];

/** What these pages load. */
export const LOT_FILES = [TARIFF_SCRIPT, IMPORT_SCRIPT];
