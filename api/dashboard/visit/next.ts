const HOME = '/dashboard';
const BASE = 'https://dashboard.invalid';

/** Where to go on after signing in: a page of the dashboard, whatever the text says. */
export function nextPath(text: string | null | undefined): string {
  if (text == null || !URL.canParse(text, BASE)) return HOME;
  const { origin, pathname, search } = new URL(text, BASE);
  const isOwn = origin === BASE && (pathname === HOME || pathname.startsWith(`${HOME}/`));
  return isOwn ? pathname + search : HOME;
}
