import { isObject } from '../../src/is-object.ts';

/** One message of a stream of server-sent events (WHATWG HTML, 9.2). */
export type ServerEvent<T = unknown> = {
  data: T;
  /** Its type; `message` to whoever listens unless given. */
  event?: string;
  /** What a caller who comes back sends as Last-Event-ID. */
  id?: string;
};

/**
 * A stream that goes on until its source has no more, or its reader is gone: then the signal is
 * aborted, and `return` of the iterator is called even while `next` is pending. How many may be
 * open at once is for its operation to bound: see Places.
 */
export type EventBody<T = unknown> = {
  events(signal: AbortSignal): AsyncIterable<ServerEvent<T>>;
};

export function isEvents(body: unknown): body is EventBody {
  return isObject(body) && 'events' in body && body.events instanceof Function;
}

/** Throws for a type or an id of several lines: what follows would be read as something else. */
export function encodeEvent({ data, event, id }: ServerEvent): string {
  const lines = [
    ...(event === undefined ? [] : [`event: ${oneLine(event)}`]),
    ...(id === undefined ? [] : [`id: ${oneLine(id)}`]),
    `data: ${JSON.stringify(data)}`,
  ];
  return `${lines.join('\n')}\n\n`;
}

function oneLine(text: string): string {
  if (/[\r\n\0]/.test(text)) throw new Error('the type and the id of an event are one line each');
  return text;
}

/** The same events, each looked at before it is passed on: what `check` throws ends them. */
export function checkEvents(body: EventBody, check: (event: ServerEvent) => void): EventBody {
  return {
    events(signal) {
      const iterator = body.events(signal)[Symbol.asyncIterator]();
      // No generator: its `return` would wait for a `next` that is pending.
      const checked: AsyncIterableIterator<ServerEvent> = {
        [Symbol.asyncIterator]: () => checked,
        async next() {
          const next = await iterator.next();
          if (!next.done) check(next.value);
          return next;
        },
        async return() {
          await iterator.return?.();
          return { done: true, value: undefined };
        },
      };
      return checked;
    },
  };
}
