/** The value of `mode` in addresses of pages that show the test mode; without it they show live. */
export const TEST_MODE = 'test';

type Query = Readonly<Record<string, string | undefined>>;

/** Makes addresses of pages in one mode; parameters that are undefined are left out. */
export function hrefIn(livemode: boolean) {
  return (path: string, query: Query = {}): string => {
    const all = { ...query, ...(!livemode && { mode: TEST_MODE }) };
    const pairs = Object.entries(all).flatMap(([name, value]) =>
      value === undefined || value === '' ? [] : [[name, value] as [string, string]],
    );
    const search = new URLSearchParams(pairs).toString();
    return `/dashboard${path}${search === '' ? '' : `?${search}`}`;
  };
}
