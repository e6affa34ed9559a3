import { expect, test } from 'vitest';
import { numberParameters } from '../../../src/stores/number-parameters.ts';

test('parameters are numbered in the order in which they first appear, each once', () => {
  expect(numberParameters('select :b, :a where :b = :c_2 or :a;')).toEqual({
    text: 'select $1, $2 where $1 = $3 or $2;',
    parameters: ['b', 'a', 'c_2'],
  });
});

test.each([
  [':lot_id::uuid', '$1::uuid'],
  ['any(:ids::text[])', 'any($1::text[])'],
  ['(:a,:b)', '($1,$2)'],
  ['tx>:tx', 'tx>$1'],
  ['-:amount', '-$1'],
  [':a\n', '$1\n'],
  ["json_object('id': :id)", "json_object('id': $1)"],
  ['labels[ :place]', 'labels[ $1]'],
  ['/* of it */:a', '/* of it */$1'],
])('%j is a parameter where psql has one', (sql, text) => {
  expect(numberParameters(sql).text).toBe(text);
});

test.each([
  ["':a'"],
  ["'it''s :a'"],
  ["E',\\n:a'"],
  ['":a"'],
  ['"so ""to say"" :a"'],
  ['$$ :a $$'],
  ['$body$ :a $$ :b $body$'],
  ['-- :a'],
  ["-- it's\n1"],
  ['/* :a\n :b */'],
  ['a::text'],
  ['free_labels[2:]'],
  ['free_labels[count + 1:]'],
  ['free_labels[: 2]'],
  ["json_object('key': value)"],
  ['f(a := 1)'],
  ['a$1'],
  ['select 1e6 / 2 * 3 - 1'],
  ["U&'\\00e9' || 'é' || é"],
])('%s has no parameter', (sql) => {
  expect(numberParameters(sql)).toEqual({ text: sql, parameters: [] });
});

test.each([
  ['labels[:n]'],
  ['labels[low:high]'],
  ['labels[1:2]'],
  ['labels[f(a):b]'],
  ['a:::b'],
  [':a:b'],
  [':A'],
  [':aB'],
  [':1'],
  [':a$'],
  [':é'],
  [":'a'"],
  [':"a"'],
  [':{?a}'],
  ['a = $1'],
  ['select 1 \\gset'],
  ["E'it\\'s :a'"],
  ["'\\'"],
  ["'open"],
  ['"open'],
  ['$$ open'],
  ['$a$ open $b$'],
  ['/* open'],
  ['/* one /* in another */ */'],
])('%s is refused, because it is ambiguous', (sql) => {
  expect(() => numberParameters(`select 1,\n${sql}`)).toThrow('line 2 is unclear from "');
});
