/** So many of a thing, as a reader is told: `1 lot`, `2 lots`. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}
