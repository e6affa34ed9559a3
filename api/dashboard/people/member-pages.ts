import type { DashboardPage } from '../dashboard-page.ts';
import { memberPage } from './member.ts';
import { membersPage } from './members.ts';

/** The people who work for the operator. */
export const memberPages: readonly DashboardPage[] = [membersPage, memberPage];
