import type { Answer } from '../../api/client.ts';
import type { ApiProcess } from '../processes/api-process.ts';

/** What a driver asks for a stay or a hold. */
export type Wish = 'extend' | 'end' | 'activate' | 'cancel';

/** A wish and its answer. */
export type Call = { wish: Wish; answer: Answer };

/** The operationId of each wish, as in idempotency rows. */
export const OPERATIONS: Record<Wish, string> = {
  extend: 'extendSession',
  end: 'endSession',
  activate: 'activateReservation',
  cancel: 'cancelReservation',
};

/** Half an hour: the step that a stay is extended by. */
export const EXTENSION_MINUTES = 30;

export type Drivers = {
  /**
   * Sends the wishes about one stay or hold at once, each with the Idempotency-Key `<id>-<number of
   * the wish>`; each activation has a vehicle of its own.
   */
  ask(id: string, wishes: readonly Wish[]): Promise<Call[]>;
};

/** Drivers with one key, calling the api role over HTTP. */
export function createDrivers(api: ApiProcess, secret: string): Drivers {
  let lastPlate = 0;

  function request(id: string, wish: Wish): [path: string, body: object] {
    switch (wish) {
      case 'extend':
        return ['/api/v1/sessions/extend', { session_id: id, extend_minutes: EXTENSION_MINUTES }];
      case 'end':
        return ['/api/v1/sessions/end', { session_id: id }];
      case 'activate':
        lastPlate += 1;
        return [`/api/v1/reserve/${id}/activate`, { plate: `CAME${lastPlate}` }];
      case 'cancel':
        return [`/api/v1/reserve/${id}/cancel`, {}];
    }
  }

  async function send(id: string, wish: Wish, number: number): Promise<Call> {
    const [path, body] = request(id, wish);
    const answer = await api.exchange(path, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${secret}`,
        'content-type': 'application/json',
        'idempotency-key': `${id}-${number}`,
      },
      body: JSON.stringify(body),
    });
    if (answer === undefined) throw new Error(`no answer to ${path}`);
    return { wish, answer };
  }

  return { ask: (id, wishes) => Promise.all(wishes.map((wish, i) => send(id, wish, i))) };
}
