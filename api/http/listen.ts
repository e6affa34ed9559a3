import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { createSecureContext } from 'node:tls';
import type { Config } from '../../src/config.ts';
import { ConfigError } from '../../src/kit/read-setting.ts';

/** Throws ConfigError naming the variable when the address or the TLS files cannot be used. */
export async function checkListening(config: Config): Promise<void> {
  checkTls(config);
  const probe = createServer();
  await listen(probe, config);
  probe.close();
  await once(probe, 'close');
}

/**
 * Starts listening and returns the port: a free one if 0 is configured. Throws ConfigError naming
 * the variable.
 */
export async function listen(server: Server, config: Config): Promise<number> {
  const { host, port } = config;
  server.listen(port, host);
  try {
    await once(server, 'listening');
  } catch (error) {
    throw addressProblem(error as NodeJS.ErrnoException, config);
  }
  return (server.address() as AddressInfo).port;
}

function addressProblem(error: NodeJS.ErrnoException, { host, port }: Config): ConfigError {
  const cause = { cause: error };
  switch (error.code) {
    case 'EADDRINUSE':
      return new ConfigError(
        'HEXLOT_PORT',
        `${port} is taken: something else, or a Hexlot that runs already, listens there`,
        cause,
      );
    case 'EACCES':
      return new ConfigError('HEXLOT_PORT', `${port} may not be opened by this user`, cause);
    default:
      return new ConfigError('HEXLOT_HOST', `${host} is no address of this machine`, cause);
  }
}

function checkTls({ transport, tlsCertPath, tlsKeyPath }: Config): void {
  if (transport !== 'tls' || tlsCertPath === undefined || tlsKeyPath === undefined) return;
  const cert = readPem('HEXLOT_TLS_CERT', tlsCertPath, (pem) => ({ cert: pem }));
  readPem('HEXLOT_TLS_KEY', tlsKeyPath, (pem) => ({ cert, key: pem }));
}

function readPem(
  variable: string,
  path: string,
  use: (pem: Buffer) => { cert: Buffer; key?: Buffer },
): Buffer {
  try {
    const pem = readFileSync(path);
    createSecureContext(use(pem));
    return pem;
  } catch (error) {
    throw new ConfigError(variable, `${path} cannot be used`, { cause: error });
  }
}
