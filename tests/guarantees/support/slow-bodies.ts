import { randomInt } from "node:crypto";
import net from "node:net";

const REOPEN_AFTER_MS = { from: 3_000, to: 7_000 };

/**
 * Opens sockets that announce a body and send one byte of it, half of them from one address and half from many. Each one is opened
 * again some seconds after the server closed it.
 * @returns closes all of them
 */
export function holdSlowBodies(port: number, count: number) {
  const sockets = new Set<net.Socket>();
  const timers = new Set<NodeJS.Timeout>();
  let isOver = false;
  const open = (number: number) => {
    const address = number % 2 === 0 ? "198.51.100.1" : `203.0.113.${number % 250}`;
    const socket = net.connect(port, "127.0.0.1", () =>
      socket.write(
        `POST /webhooks HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-For: ${address}\r\nContent-Length: 1000\r\n\r\nx`,
      ),
    );
    sockets.add(socket);
    socket.resume();
    // A refused connection is closed by the server, also while the byte is on its way.
    socket.on("error", () => undefined);
    socket.on("close", () => {
      sockets.delete(socket);
      if (isOver) return;
      const timer = setTimeout(
        () => {
          timers.delete(timer);
          open(number);
        },
        randomInt(REOPEN_AFTER_MS.from, REOPEN_AFTER_MS.to),
      );
      timers.add(timer);
    });
  };
  for (let number = 0; number < count; number += 1) open(number);
  return () => {
    isOver = true;
    for (const timer of timers) clearTimeout(timer);
    for (const socket of sockets) socket.destroy();
  };
}
