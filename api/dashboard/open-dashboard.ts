import type { HttpContext } from '../http/answer-http.ts';
import type { Door } from '../http/router.ts';
import { answerPage, answerUnknownPage } from './answer-page.ts';
import type { OpenPage } from './dashboard-page.ts';
import { dashboardPages } from './pages.ts';

/** Browsers complete the address so. */
const withSlash: OpenPage = {
  path: '/dashboard/',
  name: 'dashboardSlash',
  isOpen: true,
  get: async () => ({ location: '/dashboard' }),
};

/** The doors of all pages of the dashboard; what is unknown below it is a page too. */
export function openDashboard(context: HttpContext): Door[] {
  const doors = [...dashboardPages, withSlash].map((page) => {
    const handler = answerPage(context, page);
    return { path: page.path, get: handler, ...(page.post && { post: handler }) };
  });
  const unknown = answerUnknownPage(context);
  return [...doors, { path: '/dashboard/*unknown', get: unknown, post: unknown }];
}
