import { html } from '../../dress/html.ts';
import type { ClosedPage } from '../dashboard-page.ts';

export const homePage: ClosedPage = {
  path: '/dashboard',
  name: 'dashboardHome',
  async get() {
    return { title: 'Home', main: html`<p>Nothing yet.</p>` };
  },
};
