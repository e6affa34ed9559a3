import type { Api } from '../../app.ts';
import { type Html, html } from '../../dress/html.ts';

/** Leads to the provider of the company, where this service knows one. */
export function companyLink({ config }: Api, query: URLSearchParams): Html | false {
  return (
    config.company !== undefined &&
    html`<p><a class="button"
href="/dashboard/sign-in/company?${query.toString()}">Use your company account</a></p>`
  );
}
