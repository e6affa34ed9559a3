import type { When } from '../src/stores/queue.ts';
import { rebuild, refresh } from './refresh.ts';
import type { RefreshContext } from './step.ts';
import { sweep } from './sweep.ts';

/** Something the pipelines role does on its own time, or when it is asked. */
export type Job = { name: string; when: When; run(context: RefreshContext): Promise<object> };

/** The whole timetable. */
export function timetable(refreshSeconds: number): readonly Job[] {
  return [
    { name: 'refresh', when: { everySeconds: refreshSeconds }, run: refresh },
    { name: 'rebuild', when: 'asked', run: rebuild },
    {
      name: 'forget-searches',
      when: { cron: '*/10 * * * *' },
      run: ({ db }) => sweep(db, 'search_callers_sweep'),
    },
    {
      name: 'forget-idempotency',
      when: { cron: '5 * * * *' },
      run: ({ db }) => sweep(db, 'idempotency_sweep'),
    },
  ];
}
