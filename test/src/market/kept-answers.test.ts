import { expect, test } from 'vitest';
import { createKeptAnswers } from '../../../src/market/kept-answers.ts';

const one = () => 1;

test('an answer is computed once for all who ask it, at once or later', async () => {
  const { find } = createKeptAnswers();
  let count = 0;
  const ask = (question: string) => find(question, async () => ++count, one);
  expect(await Promise.all([ask('a'), ask('a'), ask('b')])).toEqual([1, 1, 2]);
  expect(await ask('a')).toBe(1);
});

test('an answer that failed is asked again, and fails only for those who asked it then', async () => {
  const { find } = createKeptAnswers();
  const failing = find('a', () => Promise.reject(new Error('gone')), one);
  await expect(failing).rejects.toThrow('gone');
  expect(await find('a', async () => 'there', one)).toBe('there');
});

test('the oldest answers are forgotten when there are too many parts', async () => {
  const { find } = createKeptAnswers(10);
  const computed: string[] = [];
  const ask = (question: string) =>
    find(
      question,
      async () => void computed.push(question),
      () => 3,
    );
  for (const question of ['a', 'b', 'c', 'c', 'a']) await ask(question);
  expect(computed).toEqual(['a', 'b', 'c', 'a']);
});
