import { Worker } from 'node:worker_threads';

export type AnswerThreads<Question, Answer> = {
  /**
   * Asks one question after another, those of several callers in turn. Ends when all are answered.
   * Errors: what kept a thread from starting.
   */
  ask(asked: Iterable<Asked<Question, Answer>>): Promise<void>;
};

export type Asked<Question, Answer> = {
  question: Question;
  /** Undefined: no answer came before the deadline, or its thread died of it. */
  take(answer: Answer | undefined): void;
};

/** What one caller asks. */
type Round<Question, Answer> = {
  asked: Iterator<Asked<Question, Answer>>;
  openCount: number;
  isAsked: boolean;
  end(): void;
  fail(error: unknown): void;
};

/** A thread says this when it can be asked; afterwards each message answers one question. */
export const THREAD_READY = 'ready';

/**
 * Threads that run `file`, started as they are needed. One that is still at work on a question when
 * `deadlineMs` have passed is ended, and another takes its place.
 */
export function openAnswerThreads<Question, Answer>(
  file: URL,
  limits: { threadCount: number; deadlineMs: number; heapMb: number },
): AnswerThreads<Question, Answer> {
  /** Each puts something that this round asks to its thread. */
  const idle: ((round: Round<Question, Answer>, asked: Asked<Question, Answer>) => void)[] = [];
  const rounds: Round<Question, Answer>[] = [];
  let startedCount = 0;

  function askNext(): void {
    for (let round = rounds[0]; round !== undefined; round = rounds[0]) {
      const put = idle.pop();
      if (put === undefined) {
        if (startedCount < limits.threadCount) startThread();
        return;
      }
      rounds.shift();
      const next = round.asked.next();
      if (next.done) {
        idle.push(put);
        round.isAsked = true;
        endIfAnswered(round);
      } else {
        rounds.push(round);
        round.openCount += 1;
        put(round, next.value);
      }
    }
  }

  function endIfAnswered(round: Round<Question, Answer>): void {
    if (round.isAsked && round.openCount === 0) round.end();
  }

  function startThread(): void {
    startedCount += 1;
    // It reads what strangers wrote, so it is given nothing that it could tell.
    const worker = new Worker(file, {
      env: {},
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: limits.heapMb },
    });
    let isReady = false;
    let answerOpen: ((answer: Answer | undefined) => void) | undefined;

    function put(round: Round<Question, Answer>, asked: Asked<Question, Answer>): void {
      worker.ref();
      const deadline = setTimeout(() => {
        // Had this process been busy, an answer could be waiting: it is read before this runs.
        setImmediate(() => answerOpen === answerThis && worker.terminate());
      }, limits.deadlineMs);
      function answerThis(answer: Answer | undefined): void {
        clearTimeout(deadline);
        answerOpen = undefined;
        round.openCount -= 1;
        asked.take(answer);
        endIfAnswered(round);
      }
      answerOpen = answerThis;
      worker.postMessage(asked.question);
    }

    worker.on('message', (message: Answer | typeof THREAD_READY) => {
      if (isReady) answerOpen?.(message as Answer);
      isReady = true;
      worker.unref();
      idle.push(put);
      askNext();
    });
    worker.on('error', (error) => {
      if (isReady) return;
      for (const round of rounds.splice(0)) round.fail(error);
    });
    worker.on('exit', () => {
      startedCount -= 1;
      const at = idle.indexOf(put);
      if (at >= 0) idle.splice(at, 1);
      answerOpen?.(undefined);
      askNext();
    });
  }

  return {
    ask: (asked) =>
      new Promise((end, fail) => {
        rounds.push({ asked: asked[Symbol.iterator](), openCount: 0, isAsked: false, end, fail });
        askNext();
      }),
  };
}
