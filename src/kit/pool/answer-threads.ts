import { Worker } from 'node:worker_threads';

export type AnswerThreads<Question, Answer> = {
  /**
   * Asks questions one after another, in turn with those of other callers. Resolves when all are
   * answered. Rejects when a thread cannot start.
   */
  ask(asked: Iterable<Asked<Question, Answer>>): Promise<void>;
};

type Asked<Question, Answer> = {
  question: Question;
  /** Undefined: no answer came before the deadline, or the thread ended. */
  take(answer: Answer | undefined): void;
};

/** The questions of one caller. */
type Round<Question, Answer> = {
  asked: Iterator<Asked<Question, Answer>>;
  openCount: number;
  isAsked: boolean;
  end(): void;
  fail(error: unknown): void;
};

/** A thread's first message: from then on each of its messages answers one question. */
export const THREAD_READY = 'ready';

/** Gives a question to a thread that waits for one. */
type Put<Question, Answer> = (
  question: Question,
  take: (answer: Answer | undefined) => void,
) => void;

type ThreadEvents<Question, Answer> = {
  /** The thread waits for a question. */
  onIdle(put: Put<Question, Answer>): void;
  onNotStarted(error: unknown): void;
  onEnd(put: Put<Question, Answer>): void;
};

/**
 * Threads that run `file`, started when they are needed. A thread that still works on a question
 * after `deadlineMs` is ended and replaced.
 */
export function openAnswerThreads<Question, Answer>(
  file: URL,
  limits: { threadCount: number; deadlineMs: number; heapMb: number },
): AnswerThreads<Question, Answer> {
  const idle: Put<Question, Answer>[] = [];
  const rounds: Round<Question, Answer>[] = [];
  let startedCount = 0;

  function askNext(): void {
    for (let round = rounds[0]; round !== undefined; round = rounds[0]) {
      const put = idle.pop();
      if (put === undefined) {
        if (startedCount < limits.threadCount) startOne();
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
        askOne(round, next.value, put);
      }
    }
  }

  function startOne(): void {
    startedCount += 1;
    startThread<Question, Answer>(file, limits, {
      onIdle(put) {
        idle.push(put);
        askNext();
      },
      onNotStarted(error) {
        for (const round of rounds.splice(0)) round.fail(error);
      },
      onEnd(put) {
        startedCount -= 1;
        const at = idle.indexOf(put);
        if (at >= 0) idle.splice(at, 1);
        askNext();
      },
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

function askOne<Question, Answer>(
  round: Round<Question, Answer>,
  asked: Asked<Question, Answer>,
  put: Put<Question, Answer>,
): void {
  round.openCount += 1;
  put(asked.question, (answer) => {
    round.openCount -= 1;
    asked.take(answer);
    endIfAnswered(round);
  });
}

function endIfAnswered(round: Round<unknown, unknown>): void {
  if (round.isAsked && round.openCount === 0) round.end();
}

function startThread<Question, Answer>(
  file: URL,
  limits: { deadlineMs: number; heapMb: number },
  { onIdle, onNotStarted, onEnd }: ThreadEvents<Question, Answer>,
): void {
  // The thread reads text of strangers, so it gets no environment that it could reveal.
  const worker = new Worker(file, {
    env: {},
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: limits.heapMb },
  });
  let isReady = false;
  let answerOpen: ((answer: Answer | undefined) => void) | undefined;

  function put(question: Question, take: (answer: Answer | undefined) => void): void {
    worker.ref();
    const deadline = setTimeout(() => {
      // When this process was busy, an answer may be waiting: it is read before this runs.
      setImmediate(() => answerOpen === answerThis && worker.terminate());
    }, limits.deadlineMs);
    function answerThis(answer: Answer | undefined): void {
      clearTimeout(deadline);
      answerOpen = undefined;
      take(answer);
    }
    answerOpen = answerThis;
    worker.postMessage(question);
  }

  worker.on('message', (message: Answer | typeof THREAD_READY) => {
    if (isReady) answerOpen?.(message as Answer);
    isReady = true;
    worker.unref();
    onIdle(put);
  });
  worker.on('error', (error) => {
    if (!isReady) onNotStarted(error);
  });
  worker.on('exit', () => {
    answerOpen?.(undefined);
    onEnd(put);
  });
}
