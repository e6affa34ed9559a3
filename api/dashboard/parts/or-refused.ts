import type { Html } from '../../dress/html.ts';
import type { PageReply, Shown } from '../dashboard-page.ts';
import { refusalOf } from './notice.ts';

/** What a form does; where that is refused, its page again with the reason above it. */
export async function orRefused(
  work: () => Promise<PageReply>,
  show: (problem: Html) => Shown | Promise<Shown>,
): Promise<PageReply> {
  try {
    return await work();
  } catch (error) {
    return { ...(await show(refusalOf(error))), status: 400 };
  }
}
