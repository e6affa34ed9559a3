import type { DashboardPage } from '../dashboard-page.ts';
import { keyPage } from './key.ts';
import { keysPage } from './list.ts';
import { newKeyPage } from './new.ts';

/** The keys of programs. */
export const keyPages: readonly DashboardPage[] = [keysPage, newKeyPage, keyPage];
