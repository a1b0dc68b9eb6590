import { createServer as createTlsServer } from 'node:https';
import { createServer } from 'node:net';
import { HOST, listen, shut } from '../../../sandbox/loopback.ts';
import { createCertificateAuthority, issueServer } from '../../../sandbox/pki/pki.ts';

/** A way in which nothing of a request leaves this machine. */
interface Unreachable {
  baseUrl: string;
  token: string;
  /** Why, as the clients say it. */
  reason: string;
  /** What the clients say. */
  message: string;
}

/** Servers and tokens with which nothing can be sent, and a function that ends the servers. */
export const unreachables = async () => {
  const stranger = await createCertificateAuthority('Stranger');
  const { key, chain } = await issueServer(stranger, ['localhost']);
  const untrusted = createTlsServer({ key, cert: chain });
  // What the client has sent is read first. Otherwise the system resets the connection, and a reset proves nothing.
  const cutting = createServer((socket) => socket.once('data', () => socket.end()));
  const [atUntrusted, atCutting] = [
    `localhost:${await listen(untrusted as never)}`,
    `${HOST}:${await listen(cutting as never)}`,
  ];
  // Another loopback address: this server keeps others from its port, and does not listen there.
  const atClosed = `127.0.0.2:${atCutting.split(':')[1]}`;
  const token = 'un-token-secreto';
  const rows: [where: string, token: string, reason: string, text: string][] = [
    [`https://${atClosed}`, token, 'refused', `no hay quien escuche en ${atClosed}`],
    ['https://no-existe.invalid', token, 'name', 'no se encuentra ningún servidor no-existe.invalid'],
    [`https://${atUntrusted}`, token, 'untrusted', `el certificado de ${atUntrusted} no es de confianza`],
    [`https://${atCutting}`, token, 'connect', `no se ha podido abrir una conexión con ${atCutting}`],
    [
      `https://${atClosed}`,
      'un-token\nsecreto',
      'header',
      'la cabecera Authorization no se puede escribir: tiene un salto de línea u otro signo que no se admite',
    ],
  ];
  return {
    list: rows.map(
      ([origin, token, reason, text]): Unreachable => ({
        baseUrl: `${origin}/api/v4`,
        token,
        reason,
        message: `No se ha enviado: ${text}.`,
      }),
    ),
    end: async () => {
      await shut(untrusted as never);
      cutting.close();
    },
  };
};
