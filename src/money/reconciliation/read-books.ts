import { addDays } from 'date-fns';
import type {
  BookPage,
  BookSpan,
  HeldIntent,
  Paged,
} from '../../parking/payments/processor-books.ts';
import { toRecord } from '../../stores/row-names.ts';
import type { Compared, Day } from './compared.ts';

/** Intents of the last minutes may belong to stays that are being written. */
const STARTING_MS = 60 * 60_000;

/** Notes all movements of a day. What was noted before an error stays, and is not noted again. */
export async function readMovements({ db, payments, signal }: Compared, day: Day): Promise<void> {
  const { livemode, now } = day;
  const pages = eachPage((asked) => payments.books.listMovements(asked), spanOf(day));
  for await (const movements of pages) {
    signal?.throwIfAborted();
    await db.query('processor_movements_note', {
      livemode,
      movements: JSON.stringify(movements.map(toRecord)),
    });
  }
  await db.query('reconciled_days_note_read', { livemode, day: day.day, now });
}

/** The intents of a day whose money is held back. */
export async function listHeld({ payments, signal }: Compared, day: Day): Promise<HeldIntent[]> {
  const held: HeldIntent[] = [];
  for await (const rows of eachPage((asked) => payments.books.listHeld(asked), spanOf(day))) {
    signal?.throwIfAborted();
    held.push(...rows.filter(({ createdAt }) => +day.now - +createdAt >= STARTING_MS));
  }
  return held;
}

function spanOf({ day, livemode }: Day): BookSpan {
  const from = new Date(`${day}T00:00:00Z`);
  return { livemode, from, to: addDays(from, 1) };
}

async function* eachPage<T>(
  list: (asked: BookPage) => Promise<Paged<T>>,
  span: BookSpan,
): AsyncGenerator<T[]> {
  let after: string | null = null;
  do {
    const page: Paged<T> = await list({ ...span, after });
    yield page.rows;
    after = page.next;
  } while (after !== null);
}
