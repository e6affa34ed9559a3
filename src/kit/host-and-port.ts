const PORT_MAX = 65_535;

const HOST_AND_PORT = /^([\w.-]+|\[[\da-f:]+\]):([1-9]\d{0,4})$/;

const DEFAULT_PORTS: Readonly<Record<string, string>> = { 'http:': '80', 'https:': '443' };

/**
 * `host:port` as `hostAndPort` writes it. Undefined when the text is not one, or not written like
 * that: IPv6 addresses are in brackets, and names and addresses in their usual form.
 */
export function readHostAndPort(text: string): string | undefined {
  const [, host = '', port = ''] = HOST_AND_PORT.exec(text.toLowerCase()) ?? [];
  const address = `http://${host}:${port}`;
  if (Number(port) > PORT_MAX || !URL.canParse(address)) return undefined;
  return new URL(address).hostname === host ? `${host}:${port}` : undefined;
}

/** Whether the host of an address, in its usual form, is this machine. */
export function isThisMachine({ hostname }: URL): boolean {
  return ['127.0.0.1', 'localhost', '[::1]'].includes(hostname);
}

/** The host and the port that an address leads to. */
export function hostAndPort(url: URL): string {
  return `${url.hostname}:${url.port || DEFAULT_PORTS[url.protocol]}`;
}

/** The address of a host, which may be an IPv6 address without brackets. */
export function addressOf(protocol: 'http' | 'https', host: string, port: number): string {
  return `${protocol}://${host.includes(':') ? `[${host}]` : host}:${port}`;
}

/** What browsers call a host: they make passkeys for names only, so this machine has its name. */
export function nameOf(host: string): string {
  return host === '127.0.0.1' || host === '::1' ? 'localhost' : host;
}
