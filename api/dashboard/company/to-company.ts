import { html } from '../../dress/html.ts';
import type { PageReply, Visit } from '../dashboard-page.ts';
import { leaveForCompany } from './company-sign-in.ts';

/** Forms may lead nowhere but to this service, so a page leads on to the provider. */
export async function toCompany(
  api: Visit['api'],
  trip: { linksId: string | null; provesId: string | null; next: string },
): Promise<PageReply> {
  const { location, cookies } = await leaveForCompany(api, { ...trip, invitation: null });
  return {
    title: 'Company account',
    main: html`<p><a class="button primary" href="${location}">Go to your company</a></p>`,
    onward: location,
    cookies,
  };
}
