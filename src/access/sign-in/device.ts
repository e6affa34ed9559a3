import { visibleText } from '../../kit/text/visible-text.ts';
import { newToken, tokenDigest } from '../link-token.ts';

/** The browser that somebody signs in with. */
export type Device = Readonly<{
  /** What it kept when somebody signed in with it before; null: it kept nothing. */
  deviceToken: string | null;
  /** As it calls itself; null: not at all. */
  userAgent: string | null;
  /** The address that it calls from; only its block is stored. Null: unknown. */
  ip: string | null;
}>;

/** Characters. */
const AGENT_LENGTH_MAX = 60;
const DEVICE_TOKEN = /^[A-Za-z0-9_-]{43}$/;

/** The first that fits is it: browsers also name those that they are like. */
const BROWSERS: readonly [RegExp, string][] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\b(?:OPR|Opera)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|CriOS|Chromium)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];
const SYSTEMS: readonly [RegExp, string][] = [
  [/\b(?:iPhone|iPad)\b/, 'iOS'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
];

/** Such as `Firefox on Linux`; otherwise the beginning of what the browser calls itself. */
export function shortAgent(userAgent: string | null): string | null {
  if (userAgent === null || userAgent.trim() === '') return null;
  const find = (names: typeof BROWSERS) => names.find(([pattern]) => pattern.test(userAgent))?.[1];
  const [browser, system] = [find(BROWSERS), find(SYSTEMS)];
  if (browser !== undefined && system !== undefined) return `${browser} on ${system}`;
  return visibleText(userAgent.trim(), AGENT_LENGTH_MAX - 1);
}

/** The token of a device: the one that it kept, or else a new one to keep. */
export function deviceTokenOf({ deviceToken }: Device): string {
  return deviceToken !== null && DEVICE_TOKEN.test(deviceToken) ? deviceToken : newToken();
}

/** What is stored of what a device kept; of none for one that kept nothing. */
export function deviceDigest({ deviceToken }: Device): Buffer | null {
  return deviceToken === null ? null : tokenDigest(deviceToken);
}
