import { type Html, html } from '../../dress/html.ts';
import type { Visit } from '../dashboard-page.ts';
import { notice } from '../parts/notice.ts';

/** Says that an invoice is unpaid for so long that it stops priced answers. */
export function blockedNotice({ signIn, href }: Pick<Visit, 'signIn' | 'href'>): Html | false {
  const { blockingInvoiceId: id } = signIn;
  return (
    id !== null &&
    notice(
      'bad',
      html`Priced answers of live keys are stopped until
<a href="${href(`/invoices/${id}`)}">this invoice</a> is paid. All else goes on.`,
    )
  );
}
