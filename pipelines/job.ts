import type { PaymentGateway } from '../src/parking/payments/gateway.ts';
import type { When } from '../src/stores/queue.ts';
import type { RefreshContext } from './step.ts';

/** `asked`: with what the job was asked for; undefined where its timetable runs it. */
export type JobContext = RefreshContext & { payments: PaymentGateway; asked?: object | undefined };

/** Work that the pipelines role does on a timetable, or when it is asked to. */
export type Job = {
  name: string;
  when: When;
  /** Jobs that use the warehouse run one at a time; the others run whenever they are due. */
  usesWarehouse: boolean;
  run(context: JobContext): Promise<object>;
};

/** The clock decides what has expired; these jobs write it down this often. */
export const TIDY_SECONDS = 5;

/** A job that does not use the warehouse. */
export function tidying(name: string, when: When, run: Job['run']): Job {
  return { name, when, usesWarehouse: false, run };
}
