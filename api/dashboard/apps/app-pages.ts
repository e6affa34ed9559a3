import type { DashboardPage } from '../dashboard-page.ts';
import { appPage } from './app.ts';
import { appsPage } from './list.ts';

/** The apps that people connected. */
export const appPages: readonly DashboardPage[] = [appsPage, appPage];
