import type { Html } from '../../dress/html.ts';
import type { PageReply, Shown, Visit } from '../dashboard-page.ts';
import type { Form } from '../visit/form.ts';
import { refusalOf } from './notice.ts';

/** What a form does; where that is refused, its page again with the reason above it. */
export function orRefused(
  work: (visit: Visit, form: Form) => Promise<PageReply>,
  show: (visit: Visit, problem: Html) => Shown | Promise<Shown>,
): (visit: Visit, form: Form) => Promise<PageReply> {
  return async (visit, form) => {
    try {
      return await work(visit, form);
    } catch (error) {
      return { ...(await show(visit, refusalOf(error))), status: 400 };
    }
  };
}
