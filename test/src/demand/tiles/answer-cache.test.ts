import { expect, test } from 'vitest';
import { createAnswerCache } from '../../../../src/demand/tiles/answer-cache.ts';

const sized = (text: string, byteLength = 1) => ({ text, byteLength });

test('an answer is computed once for all who ask it, at once or later', async () => {
  const { find } = createAnswerCache();
  let count = 0;
  const ask = async (question: string) =>
    (await find(question, async () => sized(String(++count)))).text;
  expect(await Promise.all([ask('a'), ask('a'), ask('b')])).toEqual(['1', '1', '2']);
  expect(await ask('a')).toBe('1');
});

test('an answer that failed is asked again, and fails only for those who asked it then', async () => {
  const { find, findAll } = createAnswerCache();
  const failing = find('a', () => Promise.reject(new Error('gone')));
  await expect(failing).rejects.toThrow('gone');
  expect(await find('a', async () => sized('there'))).toMatchObject({ text: 'there' });
  const both = findAll(['b', 'c'], () => Promise.reject(new Error('gone')));
  await expect(both).rejects.toThrow('gone');
  expect(await find('b', async () => sized('there'))).toMatchObject({ text: 'there' });
});

test('of several questions only those are computed that nobody has asked', async () => {
  const { find, findAll } = createAnswerCache();
  const computed: string[][] = [];
  const ask = async (...questions: string[]) => {
    const found = await findAll(questions, async (missing) => {
      computed.push([...missing]);
      return missing.map((question) => sized(question.toUpperCase()));
    });
    return found.map(({ text }) => text).join('');
  };
  expect(await Promise.all([ask('c', 'a'), ask('a', 'b', 'c')])).toEqual(['CA', 'ABC']);
  expect(await ask('b', 'a')).toBe('BA');
  expect(computed).toEqual([['c', 'a'], ['b']]);
  expect(await find('b', async () => sized('new'))).toMatchObject({ text: 'B' });
});

test('what has not been asked for longest is forgotten when the answers take too much', async () => {
  const { find } = createAnswerCache(2_000);
  const computed: string[] = [];
  const ask = (question: string, byteLength: number) =>
    find(question, async () => {
      computed.push(question);
      return sized(question, byteLength);
    });
  for (const question of ['a', 'b', 'a', 'c', 'a', 'b']) await ask(question, 600);
  expect(computed).toEqual(['a', 'b', 'c', 'b']);
  await ask('large', 10_000);
  for (const question of ['large', 'a']) await ask(question, 600);
  expect(computed.slice(4)).toEqual(['large', 'large', 'a']);
});

test('who waits for an answer gets it, also when there is no room for it meanwhile', async () => {
  const { find } = createAnswerCache(1_000);
  const { promise, resolve } = Promise.withResolvers<ReturnType<typeof sized>>();
  const waiting = [1, 2].map(() => find('slow', () => promise));
  for (const question of ['a', 'b', 'c']) await find(question, async () => sized(question, 600));
  resolve(sized('there'));
  for (const answer of waiting) expect(await answer).toMatchObject({ text: 'there' });
  expect(await find('c', async () => sized('new'))).toMatchObject({ text: 'c' });
});

test('of ten times as many answers as there is room for, one that is asked for meanwhile is computed once', async () => {
  const room = 100;
  const { find } = createAnswerCache(room * 1_000);
  let count = 0;
  const ask = (question: string) =>
    find(question, async () => {
      count += 1;
      return sized(question, 700);
    });
  for (let i = 0; i < 10 * room; i += 1) {
    await ask(`in turn ${i}`);
    await ask('busy');
  }
  expect(count).toBe(10 * room + 1);
  // At least nine in ten of those that there is room for are kept.
  count = 0;
  for (let i = 10 * room - 1; i > 9.2 * room; i -= 1) await ask(`in turn ${i}`);
  expect(count).toBe(0);
  await ask('in turn 0');
  expect(count).toBe(1);
});
