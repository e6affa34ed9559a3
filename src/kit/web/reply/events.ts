import { isObject } from '../../is-object.ts';

/** One message of a stream of server-sent events (WHATWG HTML, 9.2). */
export type ServerEvent<T = unknown> = {
  data: T;
  /** The type of the event; browsers read `message` unless given. */
  event?: string;
  /** The id that a caller sends as Last-Event-ID when it connects again. */
  id?: string;
};

/**
 * A stream of events that ends when its source ends or its reader is gone. When the reader is gone,
 * the signal is aborted and the iterator's `return` is called, even while `next` is pending. The
 * operation limits how many are open at once: see Places.
 */
export type EventBody<T = unknown> = {
  events(signal: AbortSignal): AsyncIterable<ServerEvent<T>>;
};

export function isEvents(body: unknown): body is EventBody {
  return isObject(body) && 'events' in body && body.events instanceof Function;
}

/** Throws for a type or an id of several lines: its further lines would be read as other fields. */
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

/** The same events, each checked before it is passed on; an error from `check` ends the stream. */
export function checkEvents(body: EventBody, check: (event: ServerEvent) => void): EventBody {
  return {
    events(signal) {
      const iterator = body.events(signal)[Symbol.asyncIterator]();
      // Not a generator, because its `return` would wait for a pending `next`.
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
